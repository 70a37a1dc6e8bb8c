// Builds the declarations of `pugmark/testing` into dist/types, for packages and for clones that are linked into a
// project. Without the compiler (`npm ci --omit=dev`) there are none: a server does not need them.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../", import.meta.url)),
  types = join(root, "dist/types")

/** Lists the declarations that a declaration reaches by relative imports, itself included. */
const reachable = (entry: string): ReadonlySet<string> => {
  const files = new Set([entry])
  // iterating a set visits what is added meanwhile
  for (const file of files)
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.ts"/g))
      files.add(resolve(dirname(file), `${path}.d.ts`))
  return files
}

const compiler = join(root, "node_modules/typescript/bin/tsc")
if (existsSync(compiler)) {
  rmSync(types, { recursive: true, force: true })
  const { status } = spawnSync(
    process.execPath,
    [compiler, "-p", join(root, "src/testing/tsconfig.types.json")],
    {
      stdio: "inherit"
    }
  )
  if (status !== 0) process.exit(1)
  // the compiler writes declarations of all modules that the sources import
  const needed = reachable(join(types, "testing/main.d.ts"))
  for (const file of globSync("**/*.d.ts", { cwd: types }))
    if (!needed.has(join(types, file))) rmSync(join(types, file))
}
