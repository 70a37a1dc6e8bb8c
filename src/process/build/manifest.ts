// The manifest of a build of the server: what it was made of, and which file runs which source.
import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

/**
 * `SourceFile` is a source of a build: path from the root, size (bytes), time of change (epoch ms), SHA-256
 * (hex).
 */
export interface SourceFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly sha256: string
}

/**
 * `BuildManifest` lists the sources of a build, its files, and the file that runs each entry, by the entry's
 * source.
 */
export interface BuildManifest {
  readonly sources: ReadonlyArray<SourceFile>
  readonly files: ReadonlyArray<string>
  readonly entries: Readonly<Record<string, string>>
}

const root = new URL("../../../", import.meta.url)

/** `describeSource` reads what a manifest says about a source. Throws if there is no such file. */
export const describeSource = (path: string, folder: URL = root): SourceFile => {
  const file = new URL(path, folder),
    { mtimeMs, size } = statSync(file)
  return { path, size, mtimeMs, sha256: createHash("sha256").update(readFileSync(file)).digest("hex") }
}

/** `readManifest` returns the manifest of dist/server, or null if the server was not built. */
export const readManifest = (folder: URL = root): BuildManifest | null => {
  try {
    return JSON.parse(readFileSync(new URL("dist/server/manifest.json", folder), "utf8")) as BuildManifest
  } catch {
    return null
  }
}

/**
 * `isCurrent` tells whether each source is as it was when the server was built. Where size and time of change
 * are the same the file is not read; a clone that was copied has other times, and there the content decides.
 */
export const isCurrent = ({ sources }: BuildManifest, folder: URL = root): boolean =>
  sources.every((source) => {
    const file = statSync(new URL(source.path, folder), { throwIfNoEntry: false })
    if (file === undefined || file.size !== source.size) return false
    return file.mtimeMs === source.mtimeMs || describeSource(source.path, folder).sha256 === source.sha256
  })

/**
 * `currentManifest` returns the manifest of dist/server, or null if it was not built from the sources as they
 * are.
 */
export const currentManifest = (): BuildManifest | null => {
  const manifest = readManifest()
  return manifest !== null && isCurrent(manifest) ? manifest : null
}

/** The manifest that this process has checked; sources that change later do not change a process that runs. */
let checkedManifest: BuildManifest | null = null

/**
 * `bundled` returns the file of dist/server that runs a source, or `entry` itself if it is no TypeScript
 * file. Throws if dist/server does not hold it, or was not built from the sources as they are now.
 */
export const bundled = (entry: URL): URL => {
  if (!entry.pathname.endsWith(".ts")) return entry
  checkedManifest ??= currentManifest()
  const name = checkedManifest?.entries[fileURLToPath(entry).slice(fileURLToPath(root).length)]
  if (name === undefined) throw new Error(`No current build runs ${entry.href}. Build it: npm run build`)
  return new URL(`dist/server/${name}`, root)
}
