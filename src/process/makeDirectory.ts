// Making the directories the program writes to.
import { mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/**
 * A directory, and those above it that are missing. Throws what the system says. Node's own recursive way
 * never comes back where a directory takes no other, such as /proc.
 */
export const makeDirectory = (path: string): void => {
  const directory = resolve(path)
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return
  const parent = dirname(directory)
  if (statSync(parent, { throwIfNoEntry: false }) === undefined) makeDirectory(parent)
  try {
    mkdirSync(directory)
  } catch (error) {
    // else another process was first
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
