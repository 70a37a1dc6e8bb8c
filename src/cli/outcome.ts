// How a command of `pugmark` ends: with an exit code, or with a sentence about what went wrong.
import { Data } from "effect"

/** OK is the exit code of a command that succeeded. */
export const OK = 0
/** FAILED is the exit code of a command that failed. */
export const FAILED = 1
/** REFUSED is the exit code of a command that refused some rows. */
export const REFUSED = 2

/** A command that cannot go on; `message` is for the person at the terminal. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

/** The variables that a command looks at. */
export type Environment = Readonly<Record<string, string | undefined>>
