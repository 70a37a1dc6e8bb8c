// The built console: the files of dist/console, read once, with the compressed copies that the build made.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"

const DIST_FOLDER = fileURLToPath(new URL("../../../dist/console/", import.meta.url))

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

/** `ConsoleFile` is a file with its compressed copies and headers. */
export interface ConsoleFile {
  readonly plain: Uint8Array
  readonly br: Uint8Array | null
  readonly gzip: Uint8Array | null
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Returns the files by path (`/index.html`, `/assets/…`); empty if the console was not built. Scripts carry
 * the policy too: a worker is governed by its own, and the map's worker fetches tiles.
 */
export const readConsoleFiles = (
  policy: string,
  directory = DIST_FOLDER
): ReadonlyMap<string, ConsoleFile> => {
  const names = existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: "utf8" }) : []
  const present = new Set(names)
  const read = (name: string) => (present.has(name) ? readFileSync(join(directory, name)) : null)
  const fileOf = (name: string): ConsoleFile => {
    const plain = readFileSync(join(directory, name))
    // the names of assets contain a hash of their content
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
