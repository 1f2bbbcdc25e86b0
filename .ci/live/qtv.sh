#!/bin/sh
# Watches a match of KTX on Debian's mvdsv by QTV: what comes is compared with what the server itself recorded, each password method is
# tried, and a map change and the server's end are passed through. Needs mvdsv, ktx and python3 (Debian), and no display.
# Usage: .ci/live/qtv.sh FOLDER FRAGSCOPE
set -eu
PATH=$PATH:/usr/games
here=$(dirname "$(realpath "$0")")/../record
out=$(realpath -m "$1")
fragscope=$(realpath "$2")
port=${PORT:-27680}
data=$out/data
mkdir -p "$data/id1/maps" "$data/qw" "$data/ktx" "$out/home"
cp -r /usr/share/games/quake/ktx "$data/"
cp --remove-destination /usr/lib/quakeworld/ktx/qwprogs.so "$data/ktx/"
printf '%s\n' 'timelimit 1' 'fraglimit 0' 'set k_count 3' 'set k_overtime 0' >"$data/ktx/configs/usermodes/1on1/default.cfg"
printf '%s\n' 'exec mvdsv.cfg' 'exec ktx.cfg' 'set k_mode 1' 'set k_defmode 1on1' 'set k_defmap arena' 'set k_noframechecks 1' 'set allow_timing 0' \
	'set k_idletime 0' 'set k_membercount 1' 'sv_mapcheck 0' 'sv_getrealip 0' 'maxclients 16' 'sv_progtype 1' "qtv_streamport $port" \
	'qtv_maxstreams 8' 'qtv_password word' 'sv_demoUseCache 0' >"$data/ktx/live.cfg"
python3 "$here/quakedata.py" "$data/id1" /usr/lib/games/ezquake/ezquake "$data/ktx/qwprogs.so" 2>/dev/null || true
python3 "$here/quakehall.py" "$data/id1/maps" arena
rm -f "$out/console"
mkfifo "$out/console"
cd "$data"
mvdsv -port "$port" -game ktx -mem 64 +exec live.cfg +map arena <"$out/console" >"$out/server.log" 2>&1 &
server=$!
exec 3>"$out/console"
sleep 2
python3 "$here/quakeworldplayers.py" /usr/games/mvdsv "$port" 40 arena >"$out/players.log" 2>&1 &
players=$!
sleep 6
"$fragscope" record "qtv://127.0.0.1:$port" -o "$out/none.mvd" --for 5s && echo "FAULT: no password was asked for"
"$fragscope" record "qtv://:wrong@127.0.0.1:$port" -o "$out/none.mvd" --for 5s && echo "FAULT: a wrong password is taken"
"$fragscope" record "qtv://:word@127.0.0.1:$port" -o "$out/live.mvd" &
watcher=$!
sleep 2
echo 'record server' >&3
sleep 20
echo 'stop' >&3
sleep 1
echo 'map arena' >&3
sleep 8
echo 'quit' >&3
sleep 2
wait $watcher
kill $players $server 2>/dev/null || true
exec 3>&-
"$fragscope" info "$out/live.mvd"
find "$data" -name 'server*.mvd' -exec cp {} "$out/server.mvd" \;
python3 - "$out/server.mvd" "$out/live.mvd" <<'PY'
import sys
a, b = (open(f, "rb").read() for f in sys.argv[1:])
def same(n): return a[len(a) // 2:][:n] in b
print("the server's file has %d bytes, the stream %d; its second half %s in the stream" % (len(a), len(b), "is" if same(len(a) // 2 - 64) else "is NOT"))
PY
