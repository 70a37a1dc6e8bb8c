// The options that `rules export` and `rules import` share.
import { Effect, Result } from "effect"
import { parseArgs } from "node:util"
import { CommandFailed } from "../Command.ts"

const options = {
  project: { type: "string" },
  out: { type: "string" },
  rule: { type: "string", multiple: true },
  enable: { type: "boolean" },
  "dry-run": { type: "boolean" },
  url: { type: "string" },
  token: { type: "string" }
} as const

/** The words behind the command; `--project` is required. */
export const readRulesOptions = (argv: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const read = Result.try(() => parseArgs({ args: [...argv], options, allowPositionals: true }))
    if (Result.isFailure(read))
      return yield* new CommandFailed({
        message:
          read.failure instanceof Error
            ? read.failure.message.split(". To specify")[0]!
            : "the options cannot be read"
      })
    const { positionals, values } = read.success
    if (values.project === undefined)
      return yield* new CommandFailed({ message: "say of which project: --project SLUG" })
    return {
      files: positionals,
      ...values,
      project: values.project,
      dryRun: values["dry-run"] === true,
      url: values.url,
      token: values.token
    }
  })
