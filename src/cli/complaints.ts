// What is wrong with a command line, in words that name the flag or the word.
import type * as CliError from "effect/cli/CliError"

const perhaps = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : `; did you mean ${suggestions.join(" or ")}?`

const inWords = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnknownSubcommand":
      return (
        `there is no command "${[...(error.parent ?? []).slice(1), error.subcommand].join(" ")}"` +
        `${perhaps(error.suggestions)}; pugmark help lists them`
      )
    case "UnrecognizedOption":
      return `Unknown option '${error.option}'${perhaps(error.suggestions)}`
    case "InvalidValue":
      return error.value === "" ? `--${error.option} needs a value: ${error.expected}` : error.message
    case "UnexpectedArgument":
      return `${error.arguments.join(" ")} is too much`
    default:
      return error.message
  }
}

/** Where there is no such command, nothing that follows it can be right or wrong. */
export const complaintOf = (errors: ReadonlyArray<CliError.NonShowHelpErrors>): string => {
  const unknown = errors.find(({ _tag }) => _tag === "UnknownSubcommand")
  return (unknown === undefined ? errors : [unknown]).map(inWords).join("\n")
}
