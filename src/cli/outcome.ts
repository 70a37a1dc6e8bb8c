// What a command of `pugmark` is, and how it fails in words.
import type { Effect } from "effect"
import { Data } from "effect"
import type { Screen } from "./Screen.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** A command that cannot go on; `message` is for the person at the terminal. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

/** The exit codes: all well, the command failed, some rows were refused. */
export const OK = 0
export const FAILED = 1
export const REFUSED = 2

export interface Command {
  /** One or two words, as typed: `import movebank`. */
  readonly name: string
  readonly summary: string
  /** Everything `pugmark help NAME` says. */
  readonly usage: string
  /** Does it; `argv` is what stands behind the name. Gives the exit code. */
  readonly run: (
    argv: ReadonlyArray<string>,
    env: Environment
  ) => Effect.Effect<number, CommandFailed, Screen>
}
