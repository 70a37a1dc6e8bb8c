#!/usr/bin/env node
// The command `pugmark` of an installed package: runs the bundle. In a clone it runs src/main.ts, which builds the
// bundle again if a source has changed.
import { existsSync } from "node:fs"

const CLONE_ENTRY = new URL("../../src/main.ts", import.meta.url)

await (existsSync(CLONE_ENTRY) ? import(CLONE_ENTRY.href) : import("./runProgram.ts"))
