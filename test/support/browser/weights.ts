// What parts of the built console weigh as they are sent, kB of gzip.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const BUILT = fileURLToPath(new URL("../../../dist/console/", import.meta.url))

/** Small files are sent as they are. */
const sizeOf = (path: string): number => statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size / 1000

const sum = (sizes: ReadonlyArray<number>): number => sizes.reduce((all, size) => all + size, 0)

/** Whatever a browser loads before it knows which page is asked for: the script and all that it imports. */
export const weightOfShell = (): number =>
  sum(
    [...readFileSync(`${BUILT}index.html`, "utf8").matchAll(/="\/(assets\/[^"]+\.js)"/g)].map(([, path]) =>
      sizeOf(BUILT + path)
    )
  )

/** Chunks by the name of their first module. */
export const weightOf = (...chunks: ReadonlyArray<string>): number => {
  const parts = readdirSync(`${BUILT}assets`).filter(
    (name) => name.endsWith(".js") && chunks.some((chunk) => name.startsWith(`${chunk}-`))
  )
  if (parts.length < chunks.length) throw new Error(`not all of ${chunks.join()} were built`)
  return sum(parts.map((name) => sizeOf(`${BUILT}assets/${name}`)))
}
