package report

import "slices"

// Topic is what a field is about: tables list the fields of one.
type Topic uint8

// The topics.
const (
	Fights  Topic = iota
	Command       // of items, of the map, of the enemy
	Movement
)

// topics are those of each field, by its own word: a field may be in several tables.
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
	Control:        {Command},
	SpeedMean:      {Command, Movement},
	SpeedMax:       {Command, Movement},
	Seen:           {Command, Movement},
}

// Is reports whether the field is about a topic.
func (f Field) Is(t Topic) bool { return slices.Contains(topics[f], t) }
