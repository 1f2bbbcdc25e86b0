"""The recordings' map: a hall of two storeys with a pool, a pit of slime, one of lava, a teleporter and a lift."""
import sys
import quakemap
from quakemap import SOLID, WATER, SLIME, LAVA

S = lambda *v: (tuple(v[:3]), tuple(v[3:]), SOLID)
B = lambda kind, *v: (tuple(v[:3]), tuple(v[3:]), kind)
boxes = [
    S(-1024, -768, -160, 1024, 768, -144),                       # ground under the pits
    S(-1024, -768, -144, -640, 768, 0), S(640, -768, -144, 1024, 768, 0),
    S(-640, -768, -144, 640, -192, 0), S(-640, 192, -144, 640, 768, 0),
    S(-320, -192, -144, -192, 192, 0), S(192, -192, -144, 320, 192, 0),
    S(-1040, -784, -160, -1024, 784, 512), S(1024, -784, -160, 1040, 784, 512),
    S(-1040, -784, -160, 1040, -768, 512), S(-1040, 768, -160, 1040, 784, 512),
    S(-1040, -784, 496, 1040, 784, 512),
    S(-1024, 512, 0, 1024, 768, 128),                            # the gallery
    S(-96, 416, 0, 96, 512, 112), S(-96, 384, 0, 96, 416, 96), S(-96, 352, 0, 96, 384, 80), S(-96, 320, 0, 96, 352, 64),
    S(-96, 288, 0, 96, 320, 48), S(-96, 256, 0, 96, 288, 32), S(-96, 224, 0, 96, 256, 16),
    S(-512, -512, 0, -448, -448, 192), S(448, -512, 0, 512, -448, 192), S(-512, 320, 0, -448, 384, 192), S(448, 320, 0, 512, 384, 192),
    S(-128, -544, 0, 128, -480, 64),
    B(WATER, -192, -192, -144, 192, 192, -16), B(SLIME, -640, -192, -144, -320, 192, -64), B(LAVA, 320, -192, -144, 640, 192, -64),
]
P = lambda x, y, z: "%d %d %d" % (x, y, z)
def ent(name, x, y, z, **kw): return dict({"classname": name, "origin": P(x, y, z)}, **{k: str(v) for k, v in kw.items()})
teleport = ((896, -64, 0), (960, 64, 96))
base = [
    {"classname": "worldspawn", "message": "The Recording Hall", "wad": "", "worldtype": "0"},
    ent("info_player_start", -800, -600, 24, angle=45), ent("info_player_coop", -700, -600, 24, angle=45), ent("info_intermission", 0, 0, 300),
    ent("info_player_deathmatch", -800, -600, 24, angle=45), ent("info_player_deathmatch", 800, -600, 24, angle=135),
    ent("info_player_deathmatch", -800, 640, 152, angle=315), ent("info_player_deathmatch", 800, 640, 152, angle=225),
    {"classname": "trigger_teleport", "model": "*1", "target": "up"}, ent("info_teleport_destination", -600, 640, 156, targetname="up", angle=0),
    ent("item_armor2", 0, -660, 24), ent("item_armorInv", 0, 640, 152), ent("item_armor1", -880, 0, 24),
    ent("item_health", -300, -640, 8, spawnflags=2), ent("item_health", 300, -640, 8), ent("item_health", 360, -640, 8),
    ent("weapon_rocketlauncher", -600, -640, 24), ent("weapon_supershotgun", 600, -640, 24), ent("weapon_nailgun", -900, 300, 24),
    ent("weapon_supernailgun", 880, 300, 24), ent("weapon_grenadelauncher", -300, 640, 152), ent("weapon_lightning", 300, 640, 152),
    ent("item_artifact_super_damage", 0, -512, 88), ent("item_artifact_invulnerability", 900, 640, 152), ent("item_artifact_invisibility", -900, 640, 152),
    ent("item_artifact_envirosuit", 760, 0, 24), ent("item_rockets", -700, -300, 8), ent("item_cells", 700, -300, 8), ent("item_spikes", -700, 400, 8), ent("item_shells", 700, 400, 8),
    ent("light_torch_small_walltorch", -1000, 0, 120), ent("light_flame_large_yellow", 1000, -300, 100), ent("ambient_drip", 0, 0, 50),
]
more = {
    "arena": [],
    "arenam": [ent("monster_" + n, x, y, 40, angle=225) for n, x, y in (("ogre", 300, -400), ("knight", 500, -300), ("zombie", 0, 260 - 480), ("army", 700, 0), ("dog", 200, -640), ("demon1", -300, -340), ("wizard", 700, 250), ("hell_knight", -700, 250), ("shambler", 850, -200), ("enforcer", -100, -700))],
    "hip": [ent("weapon_mjolnir", -500, -640, 24), ent("weapon_laser_gun", 500, -640, 24), ent("weapon_proximity_gun", -900, 100, 24),
            ent("item_artifact_wetsuit", 860, 100, 24), ent("item_artifact_empathy_shields", -860, -300, 24), ent("item_hornofconjuring", 860, -300, 24)]
           + [ent("monster_" + n, x, y, 40, angle=225) for n, x, y in (("gremlin", 300, -400), ("scourge", 500, -300), ("ogre", 0, -300), ("knight", 700, 0), ("army", 200, -640), ("dog", -300, -340))],
    "rogue": [ent("item_powerup_shield", -860, -300, 24), ent("item_powerup_belt", 860, -300, 24), ent("item_sphere", 860, 100, 24), ent("item_random_powerup", -860, 100, 24),
              ent("item_lava_spikes", -700, 300, 8), ent("item_multi_rockets", -700, -400, 8), ent("item_plasma", 700, -400, 8)]
             + [ent("monster_" + n, x, y, 40, angle=225) for n, x, y in (("mummy", 300, -400), ("sword", 500, -300), ("wrath", 0, -300), ("lava_man", 700, 0), ("ogre", 200, -640), ("morph", -300, -340), ("eel", 0, -60))],
    "ctf": [ent("item_flag_team1", -900, -300, 24), ent("item_flag_team2", 900, -300, 24), ent("info_player_team1", -850, -500, 24), ent("info_player_team1", -850, 500, 152), ent("info_player_team2", 850, -500, 24), ent("info_player_team2", 850, 500, 152)],
}
more["arenaq"] = []
for name in sys.argv[2:]:
    quiet = [e for e in base if not e["classname"].startswith(("light_", "ambient_"))]
    quakemap.write("%s/%s.bsp" % (sys.argv[1], name), boxes, [teleport], (quiet if name == 'arenaq' else base) + more[name])
