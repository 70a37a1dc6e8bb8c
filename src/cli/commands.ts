// The commands of `pugmark`. They speak HTTP to a running server, or work on files; the doctor alone looks at
// the database itself.
import { Cause, Effect, Exit } from "effect"
import { VERSION } from "../contract/version.ts"
import { adminCommands } from "./admin/admin.ts"
import { analyseGrazing } from "./analyse/analyseGrazing.ts"
import { analyseMovement } from "./analyse/analyseMovement.ts"
import { type Command, CommandFailed, type Environment, FAILED, OK } from "./Command.ts"
import { doctor } from "./doctor.ts"
import { help } from "./help.ts"
import { importCsv } from "./import/importCsv.ts"
import { importGpx } from "./import/importGpx.ts"
import { importMovebank } from "./import/importMovebank.ts"
import { rulesExport } from "./rules/exportRules.ts"
import { rulesImport } from "./rules/importRules.ts"
import { rulesTest } from "./rules/testRule.ts"
import { Screen, terminal } from "./Screen.ts"

export const commands: ReadonlyArray<Command> = [
  importMovebank,
  importCsv,
  importGpx,
  analyseMovement,
  analyseGrazing,
  rulesTest,
  rulesExport,
  rulesImport,
  ...adminCommands,
  doctor
]

const INTERRUPTED = 130

const find = (
  argv: ReadonlyArray<string>
): { readonly command: Command; readonly rest: ReadonlyArray<string> } | null => {
  for (const command of commands) {
    const words = command.name.split(" ")
    if (words.every((word, i) => argv[i] === word)) return { command, rest: argv.slice(words.length) }
  }
  return null
}

const asksForHelp = (argv: ReadonlyArray<string>) =>
  argv.length === 0 || argv.includes("--help") || argv.includes("-h") || argv[0] === "help"

const asksForVersion = (argv: ReadonlyArray<string>) => argv[0] === "--version" || argv[0] === "-V"

const sayVersion = Effect.map(Screen, ({ say }) => {
  say(`pugmark ${VERSION}`)
  return OK
})

const choose = (
  argv: ReadonlyArray<string>,
  env: Environment
): Effect.Effect<number, CommandFailed, Screen> => {
  if (asksForVersion(argv)) return sayVersion
  if (asksForHelp(argv))
    return help(
      commands,
      argv.filter((word) => word !== "help" && !word.startsWith("-"))
    )
  const found = find(argv)
  return found === null
    ? Effect.fail(
        new CommandFailed({
          message: `there is no command "${argv.slice(0, 2).join(" ")}"; pugmark help lists them`
        })
      )
    : found.command.run(found.rest, env)
}

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
    const exit = await Effect.runPromiseExit(Effect.provideService(choose(argv, env), Screen, screen), {
      signal: stop.signal
    })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) return INTERRUPTED
    const error = Cause.squash(exit.cause)
    screen.complain(
      error instanceof CommandFailed
        ? error.message
        : `something unforeseen went wrong: ${error instanceof Error ? error.message : String(error)}`
    )
    return FAILED
  } finally {
    process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt)
  }
}
