// A copy of a folder whose files are hard links: no bytes are copied.
import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs"
import { join } from "node:path"

/** Folders that programs write to: a shared file would change in both trees. */
const CACHES = new Set([".cache", ".vite", ".vite-temp"])

const linkFile = (from: string, to: string) => {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // another file system
  }
}

/** Links every file below `from` into `to`, which it makes. Caches of tools are left out. */
export const linkTree = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name),
      target = join(to, entry.name)
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.isDirectory()) linkFile(source, target)
    else if (!CACHES.has(entry.name)) linkTree(source, target)
  }
}
