package report

import "slices"

// Topic is a group of related fields. Each table in a report shows the fields of one topic.
type Topic uint8

const (
	Fights  Topic = iota
	Command       // of items, of the map, over the enemy
	Movement
)

// topics holds the topics of each field, which may have several.
var topics = [FieldCount][]Topic{
	Score:          {Fights},
	Frags:          {Fights},
	Deaths:         {Fights},
	Suicides:       {Fights},
	MapDeaths:      {Fights},
	TeamKills:      {Fights},
	Monsters:       {Fights},
	Secrets:        {Fights},
	Streak:         {Command},
	QuadStreak:     {Command},
	SpawnFrags:     {Fights},
	Net:            {Fights},
	Efficiency:     {Fights},
	DamageGiven:    {Fights},
	DamageTaken:    {Fights},
	DamageTeam:     {Fights},
	Accuracy:       {Fights},
	Armors:         {Command},
	Megas:          {Command},
	Powerups:       {Command},
	WeaponsTaken:   {Command},
	WeaponsDropped: {Command},
	FlagsTaken:     {Command},
	Captures:       {Command},
	FlagsReturned:  {Command},
	FlagTime:       {Command},
	CarrierKills:   {Command},
	Defends:        {Command},
	Assists:        {Command},
	Thaws:          {Command},
	Objectives:     {Command},
	Revives:        {Command},
	Supports:       {Command},
	Experience:     {Command},
	Control:        {Command},
	SpeedMean:      {Command, Movement},
	SpeedMax:       {Command, Movement},
	Seen:           {Command, Movement},
}

// Is reports whether the field belongs to topic t.
func (f Field) Is(t Topic) bool { return slices.Contains(topics[f], t) }
