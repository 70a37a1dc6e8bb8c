// What `pugmark` says about itself. A command is explained by `effect/cli`, which lists of a group its own
// commands alone: the list of them all is ours.
import * as CliOutput from "effect/cli/CliOutput"
import type * as Command from "effect/cli/Command"
import type { HelpDoc } from "effect/cli/HelpDoc"

/** A command as it is typed, and what it does in a few words. */
interface Listed {
  readonly name: string
  readonly summary: string
}

const childrenOf = (command: Command.Command.Any): ReadonlyArray<Command.Command.Any> =>
  command.subcommands.flatMap((group) => group.commands)

/** Returns every command below one, groups opened. */
export const listCommands = (
  command: Command.Command.Any,
  path: ReadonlyArray<string> = []
): ReadonlyArray<Listed> =>
  childrenOf(command).flatMap((child) => {
    const name = [...path, child.name]
    return childrenOf(child).length === 0
      ? [{ name: name.join(" "), summary: child.shortDescription ?? "" }]
      : listCommands(child, name)
  })

/** Returns the words up to the first that names no command of its group; undefined: there is no such word. */
export const strayFrom = (command: Command.Command.Any, words: ReadonlyArray<string>): string | undefined => {
  let at = command
  for (const [i, word] of words.entries()) {
    const children = childrenOf(at)
    if (children.length === 0) return undefined
    const next = children.find(({ name }) => name === word)
    if (next === undefined) return words.slice(0, i + 1).join(" ")
    at = next
  }
  return undefined
}

const row = (name: string, says: string) => `  ${name.padEnd(32)} ${says}`

const overview = (
  root: Command.Command.Any
) => `Pugmark: an open tracking platform for animals, people and vehicles.

  npm start                          start the server here: database, API, rules and a demo farm
  pugmark COMMAND [options]          speak to a running server

Commands
${listCommands(root)
  .map(({ name, summary }) => row(name, summary))
  .join("\n")}
${row("help [COMMAND]", "this text, or all about a command")}
${row("--version", "which Pugmark this is")}
${row("--completions bash|zsh|fish", "a script that completes commands and options in a shell")}

Examples
  ./pugmark import movebank buffalo.csv --project kruger --create-project "Kruger" --timezone Africa/Johannesburg
  ./pugmark import csv collars.csv --project farm --individual-column cow --time-column when --entity-type cow
  ./pugmark import movebank study.csv --project kruger --dry-run
  source <(./pugmark --completions bash)

A command finds the server at http://127.0.0.1:8080 and the token of a server started in this folder by itself.
Elsewhere set PUGMARK_URL and PUGMARK_TOKEN, or give --url and --token.`

const { formatHelpDoc } = CliOutput.defaultFormatter({ colors: false, globalFlags: "none" })

/** Help about the command at `path`, or about them all. */
export const helpText = (root: Command.Command.Any, path: ReadonlyArray<string>, doc: HelpDoc): string =>
  path.length <= 1 ? overview(root) : formatHelpDoc(doc)
