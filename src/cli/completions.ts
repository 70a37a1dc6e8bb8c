// Scripts that complete commands, flags and their values in a shell. The grammar reads values as text, so
// that what is wrong with them is said in our words: which of them are files or one of a few is said here.
import { Effect, Option } from "effect"
import * as Completions from "effect/cli/Completions"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { timeFormats } from "../domain/intake/tableClock.ts"
import { encodings } from "../tracks/encodings.ts"

const file: Completions.FlagType & Completions.ArgumentType = { _tag: "Path", pathType: "file" }
const folder: Completions.FlagType = { _tag: "Path", pathType: "directory" }
const oneOf = (values: ReadonlyArray<string>): Completions.FlagType => ({ _tag: "Choice", values })

/** What stands behind a flag, by its name, where more than "some text" can be said. */
export const kindsOfValues: Readonly<Record<string, Completions.FlagType>> = {
  csv: file,
  areas: file,
  animals: file,
  fixture: file,
  rejected: file,
  out: folder,
  encoding: oneOf(encodings),
  decimal: oneOf(["point", "comma"]),
  "time-format": oneOf(timeFormats),
  period: oneOf(["common", "own"]),
  weighting: oneOf(["equal", "attribute", "metabolic"])
}

const refined = (command: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
  ...command,
  flags: command.flags.map((flag) => ({ ...flag, type: kindsOfValues[flag.name] ?? flag.type })),
  arguments: command.arguments.map((argument) => ({
    ...argument,
    type: argument.name.startsWith("FILE") ? file : argument.type
  })),
  subcommands: command.subcommands.map(refined)
})

/** `--completions SHELL`: prints the script. */
export const completionsFlag = (say: (line: string) => void) =>
  GlobalFlag.Action({
    flag: GlobalFlag.Completions.flag,
    run: (shell, { command }) =>
      Effect.sync(() => {
        if (Option.isNone(shell)) return
        say(Completions.generate(command.name, shell.value, refined(Completions.fromCommand(command))))
      })
  })
