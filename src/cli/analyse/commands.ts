// `pugmark analyse`: what the service computes for a run, from files and without a server.
import * as Command from "effect/cli/Command"
import { Effect } from "effect"
import type { AnalysisModule } from "../../domain/analysis/AnalysisModule.ts"
import { allModules } from "../../domain/analysis/catalogue.ts"
import { flagsOf } from "../flags.ts"
import { lazily } from "../lazily.ts"
import { analyseFlags } from "./analyseFlags.ts"

const commandOf = (module: AnalysisModule) =>
  Command.make(
    module.key,
    flagsOf(analyseFlags(module)),
    lazily(async () => {
      const [{ analyseFile }, { readAnalyseOptions }] = await Promise.all([
        import("./analyseFile.ts"),
        import("./analyseOptions.ts")
      ])
      return (given) => Effect.flatMap(readAnalyseOptions(module, given), analyseFile)
    })
  ).pipe(
    Command.withShortDescription(module.command.summary),
    Command.withDescription(module.command.description),
    Command.withExamples([{ command: module.command.example }])
  )

/** The analyses. */
export const analysing = Command.make("analyse").pipe(
  Command.withShortDescription("compute from files, without a server"),
  Command.withDescription("Computes from files, without a server."),
  Command.withSubcommands(allModules.map(commandOf))
)
