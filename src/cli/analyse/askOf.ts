// The parameters of an analysis as the API would read them.
import { Effect } from "effect"
import type { RequestedRun } from "../../domain/analysis/Plan.ts"
import { readParameters } from "../../domain/analysis/readParameters.ts"
import { formatInstant } from "../../domain/time.ts"
import { CommandFailed } from "../outcome.ts"
import { flagName } from "./analyseFlags.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"

/** Who and where are known from the files: this stands for them where the parameters are read. */
const PLACEHOLDER_ID = "00000000-0000-7000-8000-000000000001"

const renamed: Readonly<Record<string, string>> = {
  herd_b_entity_ids: "herd-b",
  time_from: "from",
  time_to: "to"
}

/** Returns the flag behind a member of the parameters. */
const flagOf = (pointer: string): string => {
  const member = pointer.slice(1).split("/")[0]!
  return `--${renamed[member] ?? flagName(member)}`
}

/**
 * Returns the parameters as the API reads them, over a period in epoch ms; a flag that cannot be used is
 * named.
 */
export const askOf = (
  { herdB, members, module }: AnalyseOptions,
  from: number,
  to: number
): Effect.Effect<RequestedRun, CommandFailed> => {
  const whole = {
    ...members,
    entity_ids: [PLACEHOLDER_ID],
    time_from: formatInstant(from),
    time_to: formatInstant(to),
    ...(module.limits["areas"] === undefined ? {} : { feature_ids: [PLACEHOLDER_ID] }),
    ...(herdB === null ? {} : { herd_b_entity_ids: [PLACEHOLDER_ID] })
  }
  return Effect.mapError(
    Effect.fromResult(readParameters(module, whole)),
    (issues) =>
      new CommandFailed({
        message: issues.map(({ detail, pointer }) => `${flagOf(pointer)}: ${detail}`).join("\n")
      })
  )
}
