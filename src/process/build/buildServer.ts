// Builds the server into dist/server. The bundler writes into a folder of its own; its files are moved from there, the
// entry and the manifest last. A process that runs meanwhile still loads its own chunks, because their names carry the
// hash of their text and those of the build before are kept.
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { readManifest } from "./manifest.ts"
import config from "./vite.config.ts"

/** Files that are moved last, because they name the others. */
const LAST_FILES = ["testing.js", "main.js", "pugmark.js", "manifest.json"]

/** `buildServer` builds the server; throws what the bundler or the file system throws. */
export const buildServer = async (): Promise<void> => {
  const dist = fileURLToPath(new URL("../../../dist", import.meta.url))
  const output = join(dist, `.server-${process.pid}`),
    target = join(dist, "server")
  const previous = readManifest()?.files ?? []
  try {
    await build({ ...config, configFile: false, build: { ...config.build, outDir: output } })
    mkdirSync(target, { recursive: true })
    const names = readdirSync(output)
    for (const name of names.toSorted((a, b) => LAST_FILES.indexOf(a) - LAST_FILES.indexOf(b)))
      renameSync(join(output, name), join(target, name))
    for (const name of readdirSync(target))
      if (!names.includes(name) && !previous.includes(name)) rmSync(join(target, name))
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

if (import.meta.main) await buildServer()
