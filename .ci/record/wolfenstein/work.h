extern qboolean G_IsOnFireteam(int entityNum, fireteamData_t **teamNum);
extern qboolean G_IsFireteamLeader(int entityNum, fireteamData_t **teamNum);
extern void G_AddClientToFireteam(int entityNum, int leaderNum);

/* what a class does with its hands: looks at something near and uses a tool */
static int rigPut[MAX_CLIENTS]; // when each was last put to his work: it may be far off

// Rig_Open puts a player where the sky is above him
static void Rig_Open(gentity_t *ent)
{
	int i;

	for (i = MAX_CLIENTS; i < level.num_entities; i++)
	{
		gentity_t *o = &g_entities[(i + 7 * ent->s.number) % level.num_entities];
		trace_t   tr;
		vec3_t    up;

		if (!o->inuse || !o->classname || Q_stricmp(o->classname, "info_player_deathmatch"))
		{
			continue;
		}
		VectorCopy(o->s.origin, up);
		up[2] += 4096;
		trap_Trace(&tr, o->s.origin, NULL, NULL, up, ent->s.number, MASK_SHOT);
		if (tr.surfaceFlags & SURF_NOIMPACT)
		{
			TeleportPlayer(ent, o->s.origin, ent->client->ps.viewangles);
			return;
		}
	}
}

// Rig_Support has a field operative call artillery and an air strike in turn, as soon as he may
static qboolean Rig_Support(gentity_t *ent, usercmd_t *cmd)
{
	gclient_t *cl   = ent->client;
	qboolean  marks = (level.time / 24000 + ent->s.number) % 2 && COM_BitCheck(cl->ps.weapons, WP_SMOKE_MARKER);

	level.fieldopsChargeTime[0] = level.fieldopsChargeTime[1] = 12000; // else 40 s
	if (cl->sess.playerType != PC_FIELDOPS || level.time - cl->ps.classWeaponTime <= level.fieldopsChargeTime[cl->sess.sessionTeam - 1])
	{
		return qfalse;
	}
	if (level.time - rigPut[ent->s.number] > 6000)
	{
		rigPut[ent->s.number] = level.time;
		Rig_Open(ent);
	}
	ent->health        = 100;
	cmd->angles[YAW]   = ANGLE2SHORT(level.time / 8000 * 70) - cl->ps.delta_angles[YAW];
	cmd->angles[PITCH] = ANGLE2SHORT(marks ? 20 : 50) - cl->ps.delta_angles[PITCH];
	cmd->angles[ROLL]  = 0;
	cmd->weapon        = cl->ps.weapon;
	if (marks && !(cl->ps.pm_flags & PMF_RESPAWNED))
	{
		cmd->weapon = WP_SMOKE_MARKER;
	}
	else
	{
		cmd->wbuttons |= WBUTTON_ZOOM;
	}
	if ((marks && cl->ps.weapon == WP_SMOKE_MARKER && (level.time / 400) % 2) || (!marks && (cl->ps.eFlags & EF_ZOOMING)))
	{
		cmd->buttons |= BUTTON_ATTACK;
	}
	return qtrue;
}

// Rig_Join has a player join his side's first fireteam
static void Rig_Join(gentity_t *ent)
{
	int i;

	if (G_IsOnFireteam(ent->s.number, NULL))
	{
		return;
	}
	for (i = 0; i < level.maxclients; i++)
	{
		gentity_t *o = &g_entities[i];

		if (o->inuse && o->client && o->client->sess.sessionTeam == ent->client->sess.sessionTeam && G_IsFireteamLeader(i, NULL))
		{
			G_AddClientToFireteam(ent->s.number, i);
			return;
		}
	}
}

// Rig_LogMovers notes where what follows a spline is
static void Rig_LogMovers(void)
{
	int i;

	for (i = MAX_CLIENTS; i < level.num_entities; i++)
	{
		gentity_t *o = &g_entities[i];

		if (o->inuse && o->s.eType == ET_MOVER && (o->s.pos.trType == TR_SPLINE || o->s.pos.trType == TR_LINEAR_PATH))
		{
			Rig_Print(va("M %d %d type %d org %.3f %.3f %.3f\n", level.time, i, o->s.pos.trType, o->r.currentOrigin[0], o->r.currentOrigin[1], o->r.currentOrigin[2]));
		}
	}
}

static qboolean Rig_Work(gentity_t *ent, usercmd_t *cmd)
{
	gclient_t *cl = ent->client;
	rig_t     *r  = &rig[ent->s.number];
	gentity_t *best = NULL;
	float     bestd = 4000, d, flat, near;
	int       i, tool = 0;
	vec3_t    eye, dir, ang, at;

	if (ent->s.number % 3 == 0)
	{
		Rig_Join(ent);
	}
	if (Rig_Support(ent, cmd))
	{
		return qtrue;
	}
	for (i = 0; i < level.num_entities; i++)
	{
		gentity_t *o = &g_entities[i];
		int       t  = 0;
		vec3_t    place;

		if (!o->inuse || o == ent)
		{
			continue;
		}
		VectorCopy(o->r.currentOrigin, place);
		if (cl->sess.playerType == PC_MEDIC && o->client && i < level.maxclients && o->client->sess.sessionTeam == cl->sess.sessionTeam && o->client->ps.pm_type == PM_DEAD && !(o->client->ps.pm_flags & PMF_LIMBO))
		{
			t = WP_MEDIC_SYRINGE;
		}
		else if (cl->sess.playerType == PC_ENGINEER && o->s.eType == ET_MISSILE && o->methodOfDeath == MOD_DYNAMITE)
		{
			// his own is to be armed; of the others' the first are defused, and the last explode
			if (o->s.teamNum % 4 == (int)cl->sess.sessionTeam)
			{
				t = o->s.effect1Time == 0 ? WP_PLIERS : 0;
			}
			else if (o->s.effect1Time != 0 && level.time - level.startTime < 70000)
			{
				t = WP_PLIERS;
			}
		}
		else if (cl->sess.playerType == PC_ENGINEER && o->s.eType == ET_OID_TRIGGER && o->target_ent)
		{
			if (o->target_ent->s.eType == ET_EXPLOSIVE && o->target_ent->health > 0 && cl->sess.sessionTeam == TEAM_ALLIES && level.time - cl->ps.classWeaponTime >= level.engineerChargeTime[TEAM_ALLIES - 1])
			{
				t = WP_DYNAMITE;
			}
			if (o->target_ent->s.eType == ET_CONSTRUCTIBLE && o->target_ent->s.angles2[1] == 0 && cl->sess.sessionTeam == TEAM_AXIS)
			{
				t = WP_PLIERS;
			}
			for (d = 0; d < 3; d++)
			{
				place[(int)d] = (o->r.absmin[(int)d] + o->r.absmax[(int)d]) / 2;
			}
		}
		if (!t)
		{
			continue;
		}
		d = VectorDistance(cl->ps.origin, place);
		if (t == WP_DYNAMITE || (t == WP_PLIERS && o->s.eType == ET_OID_TRIGGER))
		{
			d += 60; // what is there already goes first
		}
		if (d < bestd)
		{
			bestd = d;
			best  = o;
			tool  = t;
			VectorCopy(place, at);
		}
	}
	if (!best)
	{
		return qfalse;
	}
	if ((best->s.eType == ET_OID_TRIGGER || best->s.eType == ET_MISSILE) && bestd > 200 && level.time - rigPut[ent->s.number] > 15000)
	{
		vec3_t there;

		VectorCopy(at, there);
		there[0] += 24;
		there[2] = 40;
		rigPut[ent->s.number] = level.time;
		TeleportPlayer(ent, there, cl->ps.viewangles);
	}
	VectorCopy(cl->ps.origin, eye);
	eye[2] += cl->ps.viewheight;
	VectorSubtract(at, eye, dir);
	if (tool == WP_MEDIC_SYRINGE)
	{
		dir[2] -= 8;
	}
	vectoangles(dir, ang);
	r->yaw   = AngleNormalize180(ang[YAW]);
	r->pitch = AngleNormalize180(ang[PITCH]);
	cmd->angles[YAW]   = ANGLE2SHORT(r->yaw) - cl->ps.delta_angles[YAW];
	cmd->angles[PITCH] = ANGLE2SHORT(r->pitch) - cl->ps.delta_angles[PITCH];
	cmd->angles[ROLL]  = 0;
	// one who has just come back first has to hold what he came with
	cmd->weapon = cl->ps.pm_flags & PMF_RESPAWNED ? cl->ps.weapon : tool;
	if (tool != WP_MEDIC_SYRINGE && ent->health < 60)
	{
		ent->health = 60; // whoever works is not to die of it too often
	}
	near = best->s.eType == ET_OID_TRIGGER ? 12 : 44;
	dir[2] = 0;
	flat = VectorLength(dir);
	if (tool == WP_DYNAMITE && flat < 40)
	{
		cmd->angles[PITCH] = ANGLE2SHORT(80) - cl->ps.delta_angles[PITCH]; // it falls to the feet
	}
	if (flat > near)
	{
		cmd->forwardmove = flat > 90 ? 127 : 40;
	}
	if (flat < near + 30 && cl->ps.weapon == tool && (tool != WP_DYNAMITE || (level.time / 200) % 2))
	{
		cmd->buttons |= BUTTON_ATTACK;
	}
	if (level.time - r->lastMoved > 800 && flat > 80)
	{
		cmd->upmove = (level.time / 400) % 2 ? 127 : 0;
	}
	return qtrue;
}
