// How a command of `pugmark` ends: with an exit code, or with a sentence about what went wrong.
import { Data } from "effect"

/** OK_EXIT_CODE is the exit code of a command that succeeded. */
export const OK_EXIT_CODE = 0
/** FAILED_EXIT_CODE is the exit code of a command that failed. */
export const FAILED_EXIT_CODE = 1
/** REFUSED_EXIT_CODE is the exit code of a command that refused some rows. */
export const REFUSED_EXIT_CODE = 2

/** A command that cannot go on; `message` is for the person at the terminal. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

/** The variables that a command looks at. */
export type Environment = Readonly<Record<string, string | undefined>>
