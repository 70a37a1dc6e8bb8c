// What runs behind the grammar of a command: loaded only when the command does, so that help and completions
// cost next to nothing.
import { Context, Data, Effect } from "effect"
import { type CommandFailed, type Environment, OK_EXIT_CODE } from "./outcome.ts"
import type { Screen } from "./Screen.ts"

/** The variables of the environment, as the process or a test has them. */
export class Variables extends Context.Service<Variables, Environment>()("cli/Variables") {}

/** A command that did what it could and has another exit code than 0. */
class Ended extends Data.TaggedError("Ended")<{ readonly code: number }> {}

/** The work of a command: gets the flags and words it was given, and gives its exit code. */
export type Work<Given> = (given: Given, env: Environment) => Effect.Effect<number, CommandFailed, Screen>

/** Returns the handler of a command whose work is in a module of its own. */
export const lazily = <Given>(load: () => Promise<Work<Given>>) =>
  Effect.fnUntraced(function* (given: Given) {
    const work = yield* Effect.promise(load)
    const code = yield* work(given, yield* Variables)
    if (code !== OK_EXIT_CODE) return yield* new Ended({ code })
  })
