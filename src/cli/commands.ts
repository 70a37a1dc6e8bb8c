// Runs the command that was typed, and says how it ended.
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, Layer } from "effect"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { VERSION } from "../contract/version.ts"
import { complaintOf } from "./complaints.ts"
import { completionsFlag } from "./completions.ts"
import { helpText, strayFrom } from "./help.ts"
import { pugmark } from "./grammar.ts"
import { Variables } from "./lazily.ts"
import { CommandFailed, type Environment, FAILED_EXIT_CODE, OK_EXIT_CODE } from "./outcome.ts"
import { Screen, terminal } from "./Screen.ts"

const INTERRUPTED_EXIT_CODE = 130

const help = GlobalFlag.Action({
  flag: Flag.Boolean("help").pipe(Flag.withAlias("h"), Flag.withoutNegation, Flag.withDefault(false)),
  run: GlobalFlag.Help.run
})

const version = GlobalFlag.Action({
  flag: Flag.Boolean("version").pipe(Flag.withAlias("V"), Flag.withoutNegation, Flag.withDefault(false)),
  run: GlobalFlag.Version.run
})

/** What `effect/cli` has to say, on our screen: complaints without the whole of help before them. */
const presented = ({ complain, say }: Screen["Service"]) =>
  Layer.merge(
    CliConfig.layer({ builtIns: [help, version, completionsFlag(say)] }),
    CliOutput.layerPresenter({
      present: (event) =>
        Effect.sync(() => {
          switch (event._tag) {
            case "Version":
              return say(`${event.name} ${event.version}`)
            case "InvalidInvocation":
              return complain(complaintOf(event.errors))
            case "Help":
              return event.reason === "Requested"
                ? say(helpText(pugmark, event.commandPath, event.helpDoc))
                : complain(noCommand(event.commandPath.slice(1).join(" ")))
          }
        })
    })
  )

const noCommand = (words: string) => `there is no command "${words}"; pugmark help lists them`

/** `help` is a word here as well as a flag, and the answer to nothing. */
const asked = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = "help", ...rest] = argv
  return first === "help" ? [...rest, "--help"] : argv
}

/** Help about a command that there is not would be about its group, as if all were well. */
const checkHelp = (argv: ReadonlyArray<string>): Effect.Effect<void, CommandFailed> => {
  if (!argv.includes("--help") && !argv.includes("-h")) return Effect.void
  const stray = strayFrom(
    pugmark,
    argv.filter((word) => !word.startsWith("-"))
  )
  return stray === undefined ? Effect.void : Effect.fail(new CommandFailed({ message: noCommand(stray) }))
}

const run = (argv: ReadonlyArray<string>, env: Environment, screen: Screen["Service"]) =>
  checkHelp(argv).pipe(
    Effect.andThen(Command.runWith(pugmark, { version: VERSION })(argv)),
    Effect.as(OK_EXIT_CODE),
    Effect.catchTags({
      Ended: ({ code }) => Effect.succeed(code),
      // has been said
      ShowHelp: () => Effect.succeed(FAILED_EXIT_CODE)
    }),
    Effect.provideService(Screen, screen),
    Effect.provideService(Variables, env),
    Effect.provide([presented(screen), NodeServices.layer])
  )

/**
 * Runs the command that `argv` names and gives its exit code. Ctrl-C ends it in order; what goes wrong is
 * said in one sentence.
 */
export const runCommand = async (
  argv: ReadonlyArray<string>,
  env: Environment,
  screen = terminal()
): Promise<number> => {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt)
  try {
    const exit = await Effect.runPromiseExit(run(asked(argv), env, screen), { signal: stop.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) return INTERRUPTED_EXIT_CODE
    const error = Cause.squash(exit.cause)
    screen.complain(
      error instanceof CommandFailed
        ? error.message
        : `something unforeseen went wrong: ${error instanceof Error ? error.message : String(error)}`
    )
    return FAILED_EXIT_CODE
  } finally {
    process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt)
  }
}
