// How a command of `pugmark` ends: with an exit code, or with a sentence about what went wrong.
import { Data } from "effect"

/** The exit codes: all well, the command failed, some rows were refused. */
export const OK = 0
export const FAILED = 1
export const REFUSED = 2

/** A command that cannot go on; `message` is for the person at the terminal. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

/** The variables that a command looks at. */
export type Environment = Readonly<Record<string, string | undefined>>
