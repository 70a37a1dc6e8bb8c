// What `pugmark` says about itself.
import { Effect } from "effect"
import { type Command, CommandFailed, OK } from "./Command.ts"
import { Screen } from "./Screen.ts"

const overview = (
  commands: ReadonlyArray<Command>
) => `Pugmark: an open tracking platform for animals, people and vehicles.

  npm start                          start the server here: database, API, rules and a demo farm
  pugmark COMMAND [options]          speak to a running server

Commands
${commands.map(({ name, summary }) => `  ${name.padEnd(32)} ${summary}`).join("\n")}
  ${"help [COMMAND]".padEnd(32)} this text, or all about a command
  ${"--version".padEnd(32)} which Pugmark this is

Examples
  npx pugmark import movebank buffalo.csv --project kruger --create-project "Kruger buffalo" --timezone Africa/Johannesburg
  npx pugmark import csv collars.csv --project farm --individual-column cow --time-column when --entity-type cow
  npx pugmark import movebank study.csv --project kruger --dry-run

A command finds the server at http://127.0.0.1:8080 and the token of a server started in this folder by itself.
Elsewhere set PUGMARK_URL and PUGMARK_TOKEN, or give --url and --token.`

/** Says what a command does, or lists them all; `name` are the words of a command's name. */
export const help = (
  commands: ReadonlyArray<Command>,
  name: ReadonlyArray<string>
): Effect.Effect<number, CommandFailed, Screen> =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    if (name.length === 0) {
      say(overview(commands))
      return OK
    }
    const asked = commands.filter(
      (c) =>
        c.name
          .split(" ")
          .slice(0, name.length)
          .every((word, i) => word === name[i]) || name.join(" ").startsWith(`${c.name} `)
    )
    if (asked.length === 0)
      return yield* new CommandFailed({
        message: `there is no command "${name.join(" ")}"; pugmark help lists them`
      })
    say(asked.map((c) => c.usage).join("\n\n"))
    return OK
  })
