// The built console as it is handed out: the files of dist/, read once, in the compressions that the build
// gave them.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"

const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url))

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

export interface ConsoleFile {
  readonly plain: Uint8Array
  readonly br: Uint8Array | null
  readonly gzip: Uint8Array | null
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Path (`/index.html`, `/assets/…`) to file; empty where the console was not built. Every file carries the
 * policy, scripts too: a worker has that of its own answer, and the map's worker is who fetches tiles.
 */
export const readConsoleFiles = (policy: string, directory = DIST): ReadonlyMap<string, ConsoleFile> => {
  const names = existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: "utf8" }) : []
  const present = new Set(names)
  const read = (name: string) => (present.has(name) ? readFileSync(join(directory, name)) : null)
  const fileOf = (name: string): ConsoleFile => {
    const plain = readFileSync(join(directory, name))
    // the names of assets hold a hash of what is in them
    const lasting = name.startsWith("assets")
    return {
      plain,
      br: read(`${name}.br`),
      gzip: read(`${name}.gz`),
      headers: {
        "content-type": types[extname(name)]!,
        "content-security-policy": policy,
        "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
        etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
        vary: "accept-encoding"
      }
    }
  }
  return new Map(
    names
      .filter((name) => extname(name) in types)
      .map((name) => [`/${name.replaceAll("\\", "/")}`, fileOf(name)])
  )
}
