#!/usr/bin/env python3
"""Write the entities with which the lab map is played: FOLDER/ents for players against each other, FOLDER/entscoop for missions.

usage: ents.py MAP.bsp FOLDER
"""
import os, re, struct, sys

data = open(sys.argv[1], "rb").read()
offset, length = struct.unpack_from("<ii", data, 8)
entities = re.findall(r"\{[^{}]*\}", data[offset:offset + length].decode("latin1"))


def entity(classname, **values):
    values = {"classname": classname, **values}
    return "{\n" + "\n".join(f'"{key}" "{value}"' for key, value in values.items()) + "\n}"


def class_of(text):
    return re.search(r'"classname"\s+"([^"]+)"', text).group(1)


fights = [e for e in entities if not class_of(e).startswith(("monster_", "misc_insane"))] + [
    entity("item_flag_team1", origin="96 700 32"),
    entity("item_flag_team2", origin="700 96 32"),
    entity("info_player_team1", origin="96 600 32", angle="0"),
    entity("info_player_team1", origin="160 680 32", angle="0"),
    entity("info_player_team2", origin="600 96 32", angle="90"),
    entity("info_player_team2", origin="680 160 32", angle="90"),
    entity("item_tech1", origin="200 500 32"),
]
missions = entities + [
    entity("trigger_always", target="told", delay="20"),
    entity("target_help", targetname="told", message="Cross the hall", spawnflags="3", image="friend", origin="700 384 40"),
    entity("trigger_always", target="secret", delay="30"),
    entity("target_secret", targetname="secret", message="A secret of the lab"),
]
for folder, list in ("ents", fights), ("entscoop", missions):
    os.makedirs(f"{sys.argv[2]}/{folder}", exist_ok=True)
    with open(f"{sys.argv[2]}/{folder}/lab1.ent", "w") as out:
        out.write("\n".join(list) + "\n")
