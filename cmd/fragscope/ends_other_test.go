//go:build !unix

package main

func limitRoom() { panic("there is no limit here") }
