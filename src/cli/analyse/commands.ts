// `pugmark analyse`: what the service computes for a run, from files and without a server.
import * as Command from "effect/cli/Command"
import { Effect } from "effect"
import type { AnalysisModule } from "../../domain/analysis/AnalysisModule.ts"
import { allModules } from "../../domain/analysis/catalogue.ts"
import { flagsOf, wordsCalled } from "../flags.ts"
import { lazily } from "../lazily.ts"
import { prose } from "../prose.ts"
import { analyseFlags, compareFlags } from "./analyseFlags.ts"

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

const compare = Command.make(
  "compare",
  { ...wordsCalled("FILE.json"), ...flagsOf(compareFlags) },
  lazily(async () => (await import("./compareFiles.ts")).compareFiles)
).pipe(
  Command.withShortDescription("two results side by side, or the two periods of one"),
  Command.withDescription(
    prose(`
  Compares the document.json of one result with that of another, or, of one file, its two periods: each metric of
  each subject (area, herd) on both sides, the difference, that as a share of the second, and mean and standard
  deviation, as tab separated values. In what the results are unlike is said first, on stderr: options, periods,
  sampling. Results of unlike methods are refused.`)
  ),
  Command.withExamples([
    { command: "pugmark analyse compare may/document.json june/document.json > change.tsv" }
  ])
)

/** The analyses. */
export const analysing = Command.make("analyse").pipe(
  Command.withShortDescription("compute from files, without a server"),
  Command.withDescription("Computes from files, without a server."),
  Command.withSubcommands([...allModules.map(commandOf), compare])
)
