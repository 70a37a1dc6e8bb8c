#!/usr/bin/env node
// The command `pugmark` as JavaScript, of a package and of a clone: Node loads no compiler for it. A clone whose
// sources have changed since the build runs src/main.ts, which builds first.
import { existsSync } from "node:fs"
import { currentManifest } from "./build/manifest.ts"

const CLONE_ENTRY = new URL("../../src/main.ts", import.meta.url)

const mustBuild = existsSync(CLONE_ENTRY) && currentManifest() === null
await (mustBuild ? import(CLONE_ENTRY.href) : import("./runProgram.ts"))
