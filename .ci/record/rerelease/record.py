#!/usr/bin/env python3
"""Record matches of the rerelease's game, headless.

usage: record.py FOLDER DISPLAY [NAME...]

FOLDER holds the programs, built from their public sources: the server (server/), the recording client (client/), the game library (lib/) and
the data (base/). Each match leaves base/baseq2/demos/NAME.dm2 (player 0), NAME_b.dm2 (player 1), NAME.mvd2 (the server)
and logs/NAME.log, in which the game library tells positions, deaths and pickups by itself.
"""
import os, re, subprocess, sys, time

ROOT, DISPLAY = os.path.abspath(sys.argv[1]), sys.argv[2]
PORT = 27910 + os.getpid() % 50


class Program:
    """A program that is fed lines on its standard input, and stopped by its own process."""

    def __init__(self, argv, log, **env):
        self.log = log
        base = {**os.environ, "SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1", "LP_NUM_THREADS": "1", "DISPLAY": ":" + DISPLAY}
        self.out = open(log, "wb")
        self.p = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=self.out, stderr=subprocess.STDOUT, cwd=ROOT,
                                  env={**base, **env}, preexec_fn=lambda: os.nice(5))

    def alive(self):
        return self.p.poll() is None

    def send(self, *lines):
        for line in lines:
            if self.alive():
                self.p.stdin.write((line + "\n").encode())
                self.p.stdin.flush()
                time.sleep(.12)

    def sees(self, pattern, seconds):
        end = time.time() + seconds
        while time.time() < end and self.alive():
            if re.search(pattern, open(self.log, "rb").read().decode("latin1")):
                return True
            time.sleep(.25)
        return False

    def close(self):
        try:
            self.send("quit")
            self.p.wait(8)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            self.p.kill()
            self.p.wait()


def wait(seconds):
    time.sleep(seconds)


COMMON = {"basedir": f"{ROOT}/base", "libdir": f"{ROOT}/lib", "homedir": "", "sys_console": "1", "net_ip": "127.0.0.1",
          "map_override_path": "ents"}


def settings(values):
    return [word for key, value in values.items() for word in ("+set", key, str(value))]


def server(match):
    log = f"{ROOT}/logs/{match['name']}.log"
    if os.path.exists(log):
        os.remove(log)
    values = {**COMMON, "net_port": PORT, "cheats": 1, "sv_cheats": 1, "maxclients": 8, "deathmatch": 1, "coop": 0, "ctf": 0,
              "teamplay": 0, "sv_mvd_enable": 2, "sv_mvd_spawn_dummy": 2, "fraglimit": 0, "timelimit": 0, "sv_iplimit": 0,
              "g_dm_force_respawn": 1, "g_dm_instant_items": 1, **match.get("server", {})}
    env = {"RR_LOG": log}
    if match.get("keys", True):
        env["RR_RAWLOC"] = "1"
    s = Program([f"{ROOT}/server/q2reproded", *settings(values), "+map", match.get("map", "lab1")], f"{ROOT}/logs/{match['name']}-server.txt", **env)
    s.sees("Lab map", 30)
    wait(2)
    return s


def client(match, i):
    values = {**COMMON, "net_clientport": 28000 + i + os.getpid() % 50 * 4, "vid_geometry": "160x120", "gl_driver": "", "s_enable": 0,
              "cl_maxfps": 40, "r_maxfps": 5, "cl_async": 1, "allow_download": 0, "name": f"Rec{i}"}
    protocol = match.get("protocols", ("2023", "2022"))[i]
    env = {} if protocol == "1038" else {"RR_DEMO": protocol}
    if match.get("compressed"):
        env["RR_BLAST"] = "1"
    program = match.get("client", "client")
    c = Program([f"{ROOT}/{program}/q2repro", *settings(values), "+connect", f"127.0.0.1:{PORT}"], f"{ROOT}/logs/{match['name']}-{i}.txt", **env)
    if not c.sees("(g_entered_game|entered the game)", 60):
        print(match["name"], "client", i, "did not enter", flush=True)
    return c


WEAPONS = ["Rocket Launcher", "Railgun", "Super Shotgun", "Machinegun", "Chaingun", "Shotgun", "Grenade Launcher", "HyperBlaster",
           "BFG10K", "Blaster"]


def duel(match, s, c):
    """The two fight in turn with all weapons; in Capture the Flag they run for the flags."""
    end, i = time.time() + match["seconds"], 0
    while time.time() < end and all(p.alive() for p in (s, *c)):
        k = i % 2
        a, b = c[k], c[1 - k]
        a.send("give all", "use " + WEAPONS[i % len(WEAPONS)])
        b.send(f"say round {i}")
        if i % 5 == 4:
            a.send("kill")
        if i % 7 == 3:
            b.send("say_team team message")
            a.send("wave 1")
        if i % 7 == 5:
            b.send("wave 4")
        a.send("teleport 300 200 40 0 0 0")
        b.send("teleport 480 200 40 0 180 0")
        wait(1.2)
        a.send("+attack")
        wait(3)
        a.send("-attack")
        b.send("+forward", "+right")
        wait(.5)
        b.send("-right", "-forward")
        if match.get("flags") and i % 4 == 1:
            here, there = ("teleport 96 700 60", "teleport 700 96 60")
            if k == 0:
                here, there = there, here
            a.send(here)
            wait(1)
            if i % 8 == 5:
                a.send("kill")
                wait(2)
                b.send(here)
            else:
                a.send(there)
            wait(1)
        if i % 6 == 2:
            b.send("teleport 150 300 40")
            wait(.5)
            b.send("teleport 700 384 40")
            wait(.5)
        if i == 5:
            s.send("say hello from the server")
        i += 1


def mission(match, s, c):
    """They play together against monsters, ask for the way, and go on to the next level."""
    for p in c:
        p.send("give all")
    end, i = time.time() + match["seconds"], 0
    changed = False
    while time.time() < end and all(p.alive() for p in (s, *c)):
        a, b = c[i % 2], c[1 - i % 2]
        a.send("use Compass", "use " + WEAPONS[i % 4])
        place = PLACES[i % len(PLACES)]
        a.send(f"teleport {place}")
        wait(.5)
        a.send("+attack")
        b.send("+forward", "+left")
        wait(3)
        a.send("-attack")
        b.send("-left", "-forward", "wave 4")
        if i % 4 == 2:
            b.send("say on to the next")
        if i % 5 == 3:
            b.send("kill")
        if not changed and time.time() > end - match["seconds"] / 3:
            changed = True
            s.send("gamemap lab2")
            wait(6)
        i += 1


PLACES = ["300 200 40 0 0 0", "700 384 40 0 90 0", "150 300 40 0 0 0", "900 400 40 0 180 0"]

MATCHES = [
    {"name": "rr_ctf", "play": duel, "seconds": 60, "flags": True, "server": {"ctf": 1}, "join": ("team red", "team blue")},
    {"name": "rr_tdm", "play": duel, "seconds": 40, "server": {"teamplay": 1}, "join": ("team red", "team blue"), "compressed": True},
    {"name": "rr_coop", "play": mission, "seconds": 50, "server": {"deathmatch": 0, "coop": 1, "map_override_path": "entscoop", "sv_mvd_spawn_dummy": 0, "sv_mvd_maxmaps": 9}},
    {"name": "rr_1038", "play": duel, "seconds": 40, "keys": False, "protocols": ("1038", "1038"), "client": "server"},
    {"name": "rr_1038z", "play": duel, "seconds": 15, "keys": False, "protocols": ("1038", "1038"), "compressed": True},
]


def record(match):
    s = server(match)
    c = []
    try:
        c = [client(match, i) for i in range(2)]
        wait(4)
        s.send(f"mvdrecord {match['name']}")
        wait(2)
        for p, line in zip(c, match.get("join", ())):
            p.send(line)
        wait(2)
        c[0].send(f"record {match['name']}")
        c[1].send(f"record {match['name']}_b")
        wait(1)
        match["play"](match, s, c)
        for p in c:
            p.send("stop")
        s.send("mvdstop")
        wait(1)
    finally:
        for p in (*c, s):
            p.close()


if __name__ == "__main__":
    x = subprocess.Popen(["Xvfb", ":" + DISPLAY, "-screen", "0", "320x240x24", "-nolisten", "tcp"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait(1)
    try:
        for m in MATCHES:
            if len(sys.argv) == 3 or m["name"] in sys.argv[3:]:
                print("recording", m["name"], flush=True)
                record(m)
    finally:
        x.terminate()
        x.wait()
