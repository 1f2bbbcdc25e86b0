"""A bad network between a game and a server, the same for the same seed: each tenth packet is lost, each tenth comes twice, each tenth late.
Usage: rough.py PORT SERVER-PORT [SEED]   (on the loopback; ends when it is killed)"""
import heapq, random, select, socket, sys, time

port, server, seed = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
dice = random.Random(seed)
front = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
front.bind(("127.0.0.1", port))
backs, late = {}, []  # a socket for each game; what is sent later


def send(sock, data, to):
    n = dice.randrange(10)
    if n == 0:
        return
    if n == 2:
        heapq.heappush(late, (time.time() + dice.randrange(50) / 1000, len(late), sock, data, to))
        return
    for _ in range(2 if n == 1 else 1):
        sock.sendto(data, to)


while True:
    ready = select.select([front] + list(backs.values()), [], [], 0.005)[0]
    for sock in ready:
        try:
            data, sender = sock.recvfrom(65536)
        except OSError:
            continue
        if sock is front:
            if sender not in backs:
                backs[sender] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                backs[sender].bind(("127.0.0.1", 0))
            send(backs[sender], data, ("127.0.0.1", server))
        else:
            send(front, data, next(g for g, s in backs.items() if s is sock))
    while late and late[0][0] <= time.time():
        _, _, sock, data, to = heapq.heappop(late)
        sock.sendto(data, to)
