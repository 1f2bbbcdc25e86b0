#!/bin/sh
# Watches a server of Q2PRO by GTV, through a map change and the server's end, and compares what comes with what the server records.
# Usage: BASE=… GAME=… MAP=… .ci/live/gtv.sh FOLDER FRAGSCOPE Q2PRODED   (BASE has GAME/maps/MAP.bsp; needs setpriv as root)
set -eu
out=$(realpath -m "$1")
fragscope=$(realpath "$2")
port=${PORT:-27981}
mkdir -p "$out/home"
chmod 777 "$out" "$out/home"
rm -f "$out/console"
mkfifo "$out/console"
cd "$BASE"
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid nobody --regid nogroup --clear-groups'
HOME=$out/home $as "$3" +set basedir "$BASE" +set libdir "$BASE" +set homedir "$out/home" +set game "$GAME" +set net_ip 127.0.0.1 +set net_port "$port" +set deathmatch 1 \
	+set sv_mvd_enable 2 +set sv_mvd_password word +set sv_iplimit 0 +set sv_mvd_maxmaps 0 +set sv_mvd_spawn_dummy 2 +set sv_mvd_suspend_time 0 \
	+set sys_console 1 +map "$MAP" <"$out/console" >"$out/server.log" 2>&1 &
server=$!
exec 3>"$out/console"
sleep 3
"$fragscope" record "gtv://:wrong@127.0.0.1:$port" -o "$out/none.mvd2" --for 5s && echo "FAULT: a wrong password is taken"
"$fragscope" record "gtv://:word@127.0.0.1:$port" -o "$out/live.mvd2" &
watcher=$!
sleep 2
echo 'mvdrecord server' >&3
sleep 8
echo 'mvdstop' >&3
sleep 1
echo "gamemap $MAP" >&3
sleep 6
echo 'quit' >&3
wait $watcher
kill $server 2>/dev/null || true
exec 3>&-
"$fragscope" info "$out/live.mvd2"
find "$out/home" "$BASE/$GAME" -name 'server.mvd2' -exec cp {} "$out/server.mvd2" \;
python3 - "$out/server.mvd2" "$out/live.mvd2" <<'PY'
import struct, sys
def blocks(f):
    d, i = open(f, "rb").read(), 4
    while i + 2 <= len(d):
        n, = struct.unpack_from("<H", d, i)
        if n: yield d[i + 2:i + 2 + n]
        i += 2 + n
a, b = list(blocks(sys.argv[1])), set(blocks(sys.argv[2]))
print("of the %d blocks of the server's file behind its gamestate %d are in the stream" % (len(a) - 1, sum(x in b for x in a[1:])))
PY
