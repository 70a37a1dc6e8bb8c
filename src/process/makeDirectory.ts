// Makes the directories that the program writes to.
import { mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/**
 * `makeDirectory` makes a directory and its missing parents; throws the system's error. Node's recursive
 * `mkdirSync` never returns for a directory that accepts no child, such as /proc.
 */
export const makeDirectory = (path: string): void => {
  const directory = resolve(path)
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return
  const parent = dirname(directory)
  if (statSync(parent, { throwIfNoEntry: false }) === undefined) makeDirectory(parent)
  try {
    mkdirSync(directory)
  } catch (error) {
    // another process may have made it first
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
