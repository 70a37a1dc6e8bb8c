import { Effect } from "effect"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const configFile = join(root, "src/console/vite.config.ts")

/** When anything of a file or a folder was changed last, epoch ms; of a folder also that something went. */
const changedAt = async (path: string): Promise<number> => {
  const { mtimeMs } = await stat(path)
  const below = await readdir(path, { recursive: true }).catch(() => [])
  const all = await Promise.all(below.map(async (name) => (await stat(join(path, name))).mtimeMs))
  return all.reduce((last, one) => Math.max(last, one), mtimeMs)
}

/** Whether what `npm install` built is of the sources and packages as they are now. */
const isBuilt = async (): Promise<boolean> => {
  const built = await stat(join(root, "dist/console/index.html")).catch(() => null)
  if (built === null) return false
  const sources = await Promise.all(
    ["src", "package.json", "package-lock.json"].map((path) => changedAt(join(root, path)))
  )
  return sources.every((at) => at < built.mtimeMs)
}

/**
 * Builds the console as `npm install` does, unless that was done since anything changed: no old files are
 * tested.
 */
export const buildConsole: Effect.Effect<void> = Effect.promise(async () => {
  if (await isBuilt()) return
  // by it React is chosen, and Vitest says `test`
  const { NODE_ENV } = process.env
  process.env["NODE_ENV"] = "production"
  try {
    await build({ configFile })
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = NODE_ENV
  }
})
