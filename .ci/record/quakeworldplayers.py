"""Players for a QuakeWorld server: each runs a route, shoots whom of the other team it is near, and says what it is told to.
Usage: quakeworldplayers.py SERVER-BINARY PORT SECONDS MATCH   (quakeworld.json has the matches: one object a player)"""
import json, math, os, re, select, socket, struct, sys, time

table = open(sys.argv[1], "rb").read()
table = table[table.index(bytes((0x78, 0xD2, 0x94, 0xE3))):][:1028]  # what the engine's own checksum of a move is made with
addr, length, plan = ("127.0.0.1", int(sys.argv[2])), float(sys.argv[3]), json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "quakeworld.json")))[sys.argv[4]]
oob = b"\xff\xff\xff\xff"

def checksum(move, seq):
    p = table[seq % 1020:]
    crc = 0xFFFF
    for b in move[:60] + bytes(((seq ^ p[0]) & 255, p[1], (seq >> 8 ^ p[2]) & 255, p[3])):
        crc ^= b << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc & 255

class Player:
    def __init__(self, n, plan):
        self.name, self.team, self.route, self.say, self.weapon = plan["name"], plan.get("team", ""), plan["route"], plan.get("say", []), plan.get("weapon", 7)
        self.info, self.impulses = plan.get("info", ""), plan.get("impulses", [])
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.bind(("127.0.0.1", 0)); self.sock.setblocking(False)
        self.qport, self.out, self.seen, self.seen_bit, self.queue, self.pending = 1000 + n, 1, 0, 0, [], None
        self.bit, self.sent_at, self.at, self.slot, self.count, self.begun = 0, 0, None, -1, 0, 0
        self.next, self.moved, self.last_move, self.was, self.lost = 0, time.time(), 0, (0, 0, 0), False
        self.sock.sendto(oob + b"getchallenge\n", addr); self.asked = time.time()

    def command(self, text): self.queue.append(b"\x04" + text.encode("latin1") + b"\0")

    def receive(self, d):
        if d[:4] == oob:
            if d[4:5] == b"c" and self.slot < 0:
                challenge = re.match(rb"-?\d+", d[5:]).group().decode()
                info = "\\name\\%s%s\\rate\\100000\\topcolor\\4\\bottomcolor\\4%s" % (self.name, self.team and "\\team\\" + self.team, self.info)
                self.sock.sendto(oob + ('connect 28 %d %s "%s"\n' % (self.qport, challenge, info)).encode(), addr)
            elif d[4:5] == b"j" and self.slot < 0:
                self.slot = -2
                self.command("new")
            return
        seq, ack = struct.unpack_from("<II", d)
        if self.pending and (ack & 0x7FFFFFFF) >= self.sent_at:
            if ack >> 31 == self.bit: self.pending = None
            else: self.lost = (ack & 0x7FFFFFFF) > self.sent_at
        if (seq & 0x7FFFFFFF) <= self.seen: return
        self.seen = seq & 0x7FFFFFFF
        if seq >> 31: self.seen_bit ^= 1
        self.read(d[8:])

    def read(self, m):
        i = m.find(b"\x0b\x1c\0\0\0")
        if i >= 0:
            self.count = struct.unpack_from("<i", m, i + 5)[0]
            j = m.index(b"\0", i + 9)
            self.slot = m[j + 1] & 127
            self.begun, self.at = 0, None
            self.command("soundlist %d 0" % self.count)
        lists = re.sub(rb"\A(?:\x08.[^\0]*\0|[\x09\x1a][^\0]*\0|\x28.{5}[^\0]*\0|\x24...|[\x35].{2}|\x2f...|\x25.{5}|\x33.[^\0]*\0[^\0]*\0|\x34[^\0]*\0[^\0]*\0)+", b"", m, flags=re.S)
        for kind, this, after in ((0x2E, "soundlist", "modellist"), (0x2D, "modellist", "prespawn")):
            l = re.search(b"\\x%02x" % kind + rb"(.)((?:[\x20-\x7e]+\0)+)\0(.)", lists, re.S) if not self.begun and lists[:1] == bytes((kind,)) else None
            if l:
                more = l.group(3)[0]
                self.command("%s %d %d%s" % (this if more else after, self.count, more, "" if more or after != "prespawn" else " 0"))
        for text in re.findall(rb"\x09([^\0]*)\0", m):
            for line in text.split(b"\n"):
                if line.startswith(b"cmd "): self.command(line[4:].decode("latin1"))
                elif line.startswith(b"skins"): self.command("begin %d" % self.count); self.begun = time.time()
                elif line[:6] in (b"color ", b"skin \"", b"setinf") or line[:5] in (b"team ", b"skin "): self.obey(line.decode("latin1").split())
                elif line in (b"changing", b"reconnect"): self.begun, self.at = 0, None
                if line.startswith(b"reconnect"): self.command("new")
        if self.begun and self.slot >= 0:
            near = None
            for f in re.finditer(rb"\x2a" + re.escape(bytes((self.slot,))), m):
                if f.end() + 9 > len(m): continue
                flags, x, y, z = struct.unpack_from("<H3h", m, f.end())
                p = (x / 8, y / 8, z / 8)
                if abs(p[0]) < 1024 and abs(p[1]) < 768 and -144 < p[2] < 500 and not flags & 2:
                    if near is None or self.at and math.dist(p, self.at) < math.dist(near, self.at): near = p
            if near: self.at = near

    def obey(self, words):
        """What the server tells a client to say of itself, by whose absence some games throw it out."""
        keys = {"color": ("topcolor", "bottomcolor"), "setinfo": words[1:2]}.get(words[0], words[:1])
        values = words[2:] if words[0] == "setinfo" else words[1:]
        for k, v in zip(keys, values * 2): self.command('setinfo "%s" "%s"' % (k, v.strip('"')))

    def move(self, now, others):
        """The user command: view angles, forward speed, buttons and impulse."""
        if not self.at: return b"\0" if not self.impulses or now - self.begun < self.impulses[0][0] else bytes((64, self.impulses.pop(0)[1]))
        target = self.route[self.next % len(self.route)]
        if math.hypot(target[0] - self.at[0], target[1] - self.at[1]) < 40:
            self.next += 1
            target = self.route[self.next % len(self.route)]
        if math.dist(self.at, self.was) > 200:  # a new life: the route from its beginning
            self.next = 0
        if math.dist(self.at, self.was) > 6: self.moved = now
        self.was = self.at
        stuck = now - self.moved > 1.5
        foes = [o for o in others if o is not self and o.at and (not self.team or o.team != self.team) and math.dist(o.at, self.at) < 700 and abs(o.at[2] - self.at[2]) < 140]
        way = math.degrees(math.atan2(target[1] - self.at[1], target[0] - self.at[0]))
        yaw, pitch, buttons, impulse = way, 0.0, 0, 0
        if foes and int(now * 2) % 3:
            foe = min(foes, key=lambda o: math.dist(o.at, self.at))
            yaw = math.degrees(math.atan2(foe.at[1] - self.at[1], foe.at[0] - self.at[0]))
            pitch = -math.degrees(math.atan2(foe.at[2] - 8 - self.at[2], math.hypot(foe.at[0] - self.at[0], foe.at[1] - self.at[1]) + 1))
            buttons = 1
        if stuck:
            buttons = 3 if int(now * 4) % 2 else 0
            way += 70 * (1 if int(now) % 2 else -1)
        if self.impulses and now - self.begun > self.impulses[0][0]: impulse = self.impulses.pop(0)[1]
        elif self.weapon and int(now * 20 + self.qport * 7) % 60 == 0: impulse = self.weapon
        a = math.radians(way - yaw)
        return struct.pack("<BhhhhBB", 1 | 128 | 4 | 8 | 32 | (64 if impulse else 0), int(pitch * 65536 / 360), int((yaw % 360) * 65536 / 360 + 32768) % 65536 - 32768,
                           int(400 * math.cos(a)), int(-400 * math.sin(a)), buttons, impulse)[:11 if impulse else 10]

    def send(self, now, others):
        if self.slot == -1:
            if now - self.asked > 1: self.sock.sendto(oob + b"getchallenge\n", addr); self.asked = now
            return
        if self.begun:
            while self.say and now - self.begun > self.say[0][0]: self.command(self.say.pop(0)[1])
        new = self.pending is None and self.queue
        if new:
            self.pending, self.queue, self.bit = b"".join(self.queue), [], self.bit ^ 1
        resend = self.pending and (new or self.lost)
        seq = self.out
        self.out += 1
        body = b""
        if resend: body, self.sent_at, self.lost = self.pending, seq, False
        if self.begun and now - self.begun > 0.5:
            msec = min(250, max(1, int((now - self.last_move) * 1000)))
            self.last_move = now
            move = b"\0" + b"\0\x01" * 2 + self.move(now, others) + bytes((msec,))
            body += b"\x03" + bytes((checksum(move, seq),)) + move
        self.sock.sendto(struct.pack("<IIH", seq | (1 << 31 if resend else 0), self.seen | self.seen_bit << 31, self.qport) + body, addr)

players, start = [], time.time()
while time.time() < start + length:
    now = time.time()
    if len(players) < len(plan) and now - start > 0.7 * len(players): players.append(Player(len(players), plan[len(players)]))
    for p in players: p.send(now, players)
    end = now + 0.05
    while (left := end - time.time()) > 0:
        for s in select.select([p.sock for p in players], [], [], left)[0]:
            p = next(p for p in players if p.sock is s)
            try: p.receive(s.recv(65536))
            except OSError: pass
for p in players: p.sock.sendto(struct.pack("<IIH", p.out, p.seen | p.seen_bit << 31, p.qport) + b"\x04drop\0", addr)
