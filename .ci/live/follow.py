"""Has fragscope follow a demo that another program is writing, until it ends, and compares what it told with what it tells of the whole file.
Usage: follow.py FRAGSCOPE FOLDER NAME COMMAND...   (NAME is a pattern such as *.dm_71; COMMAND plays and records somewhere in FOLDER)"""
import fnmatch, os, subprocess, sys, time

fragscope, folder, pattern, command = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
begun = time.time()
game = subprocess.Popen(command, stdout=subprocess.DEVNULL)


def recording():
    for top, _, files in os.walk(folder):
        for name in fnmatch.filter(files, pattern):
            path = os.path.join(top, name)
            if os.path.getmtime(path) > begun and os.path.getsize(path) > 100:
                return path


while not (path := recording()):
    if game.poll() is not None:
        sys.exit("nothing was recorded")
    time.sleep(0.05)
sizes, at = [], time.time()
live = subprocess.Popen([fragscope, "events", "--live", "--json", path], stdout=subprocess.PIPE)
os.set_blocking(live.stdout.fileno(), False)
told, early = b"", 0
while live.poll() is None:
    told += live.stdout.read() or b""
    size = os.path.getsize(path)
    if not sizes or size != sizes[-1][1]:
        sizes.append((time.time() - at, size))
        early = told.count(b"\n")
    time.sleep(0.02)
told += live.stdout.read() or b""
over = time.time() - at - sizes[-1][0]
game.wait()
whole = subprocess.run([fragscope, "events", "--json", path], stdout=subprocess.PIPE).stdout
print("%s: grew %d times in %.1f s to %d bytes; %d of %d events were told before it was whole, the last ones %.1f s behind its end; a fresh load tells %s"
      % (os.path.basename(path), len(sizes), sizes[-1][0], sizes[-1][1], early, told.count(b"\n"), over,
         "the same" if told == whole else "OTHERS: %d" % whole.count(b"\n")))
sys.exit(told != whole)
