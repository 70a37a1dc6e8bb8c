#!/usr/bin/env node
// Entry of the program in a clone: runs the bundle of the server, which is built first where a source has changed.
import { ensureServer } from "./process/build/ensureServer.ts"

await import((await ensureServer()).href)
