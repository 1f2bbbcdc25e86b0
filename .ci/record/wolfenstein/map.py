"""Gives a map that mkmap.py of the recipe made objectives: a wall to blow up, a bridge to build, a tram on rails, documents and gold to carry."""
import re
import struct
import sys

MODELS = ("*1", "*2", "*3", "*4")
OBJECTIVES = [
    {"classname": "team_CTF_redflag", "origin": "0 -450 40", "scriptname": "axis_docs", "message": "the documents"},
    {"classname": "team_CTF_blueflag", "origin": "0 450 40", "scriptname": "allied_docs", "message": "the gold"},
    {"classname": "func_explosive", "model": "*1", "origin": "368 -856 0", "scriptname": "wall", "targetname": "wall", "health": "100",
     "constructible_class": "3", "mass": "200", "type": "stone"},
    {"classname": "trigger_objective_info", "model": "*2", "origin": "272 -828 0", "track": "the Palm House", "shortname": "Palm House", "spawnflags": "1",
     "target": "wall", "scriptname": "wall_toi", "infoAllied": "Blow up the palm house", "infoAxis": "Defend the palm house",
     "objflags": "0"},
    {"classname": "func_constructible", "model": "*4", "origin": "-1508 260 -176", "scriptname": "bridge", "targetname": "bridge", "spawnflags": "4",
     "constructible_class": "1", "track": "bridge"},
    {"classname": "trigger_objective_info", "model": "*3", "origin": "-470 -622 0", "track": "the Bridge", "shortname": "Bridge", "spawnflags": "1",
     "target": "bridge", "scriptname": "bridge_toi", "infoAllied": "Stop the bridge", "infoAxis": "Build the bridge", "objflags": "0"},
    {"classname": "script_mover", "model": "*4", "origin": "-1468 -300 100", "scriptname": "tram", "targetname": "tram"},
    {"classname": "info_train_spline_main", "targetname": "rail1", "target": "rail2", "control": "bend1", "control2": "bend2",
     "origin": "-1468 -300 100"},
    {"classname": "info_train_spline_main", "targetname": "rail2", "target": "rail3", "control": "bend3", "origin": "-868 300 160"},
    {"classname": "info_train_spline_main", "targetname": "rail3", "origin": "-1468 300 100", "end": "1"},
    {"classname": "info_train_spline_control", "targetname": "bend1", "origin": "-1168 -500 130"},
    {"classname": "info_train_spline_control", "targetname": "bend2", "origin": "-868 -300 180"},
    {"classname": "info_train_spline_control", "targetname": "bend3", "origin": "-1168 500 200"},
]


def main(source, target):
    data = open(source, "rb").read()
    lumps = [data[o:o + n] for o, n in (struct.unpack("<ii", data[8 + 8 * i:16 + 8 * i]) for i in range(17))]
    text = lumps[0].rstrip(b"\0").decode("latin1")
    blocks = [dict(re.findall(r'"([^"]*)"\s+"([^"]*)"', b)) for b in re.findall(r"\{([^}]*)\}", text)]
    blocks = [b for b in blocks if b.get("model") not in MODELS] + OBJECTIVES
    lumps[0] = ("\n".join("{\n" + "\n".join(f'"{k}" "{v}"' for k, v in b.items()) + "\n}" for b in blocks) + "\n\0").encode("latin1")
    head, at, body = data[:8], 8 + 17 * 8, b""
    for lump in lumps:
        pad = -at % 4
        body, at = body + b"\0" * pad, at + pad
        head += struct.pack("<ii", at, len(lump))
        body, at = body + lump, at + len(lump)
    open(target, "wb").write(head + body)


main(*sys.argv[1:])
