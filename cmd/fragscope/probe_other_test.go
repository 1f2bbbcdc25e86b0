//go:build !linux

package main

func probe() int { panic("nothing is confined here") }
