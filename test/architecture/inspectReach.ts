// Finds what a clone with nothing beside it would not have: paths that lead out of the project. Pure: text
// in, trespasses out.
import { posix } from "node:path"
import type { Trespass } from "./inspect.ts"

/** The one file that may ask where tracks are that cannot be part of the project. */
export const ASKS_FOR_SHARED = "test/support/sharedFolder.ts"

/** Quoted paths that begin with `../`, but for the one that attackers ask for. */
const upward = /(["'`])(\.\.\/(?!(?:\.\.\/)*etc\/passwd)[^"'`\n]*)\1/g

/**
 * Every path in `files` (path from the root to text) out of the project, and every question for
 * PUGMARK_SHARED in a wrong place.
 */
export const inspectReach = (files: ReadonlyMap<string, string>): ReadonlyArray<Trespass> =>
  [...files].flatMap(([path, text]) =>
    text.split("\n").flatMap((words, at) => {
      const found = [...words.matchAll(upward)].flatMap(([, , target = ""]) => {
        const goal = posix.join(posix.dirname(path), target)
        if (goal.startsWith("..")) return [`reads ${target}, which is outside the project`]
        // what is not said to be relative to the file is relative to where the run began, which is the root
        return isOfTheFile(words) ? [] : [`reads ${target} of wherever the run began`]
      })
      const asks = path !== ASKS_FOR_SHARED && /\benv\b.{0,3}\bPUGMARK_SHARED\b/.test(words)
      return [...found, ...(asks ? [`asks for PUGMARK_SHARED, which is for ${ASKS_FOR_SHARED}`] : [])].map(
        (what) => ({ path, line: at + 1, what })
      )
    })
  )

const isOfTheFile = (line: string): boolean => /\bfrom ["']|\bimport\b/.test(line)
