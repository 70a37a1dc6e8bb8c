// `pugmark analyse compare A B`: two results side by side, or the two periods of one.
import { Effect } from "effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readFile } from "node:fs/promises"
import {
  type ResultComparison,
  comparePeriods,
  compareResults
} from "../../domain/analysis/compare/compareResults.ts"
import { catalogue, isModuleKey } from "../../domain/analysis/catalogue.ts"
import type { NamedOptions } from "../../domain/analysis/compare/unlike.ts"
import { wordsOf } from "../../domain/analysis/option.ts"
import { ResultDocument, Warning } from "../../domain/analysis/Result.ts"
import type { Given, Words } from "../flags.ts"
import type { Work } from "../lazily.ts"
import { CommandFailed, OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { compareFlags } from "./analyseFlags.ts"

/** A result as a file has it: one of files calls its animals and areas by their names. */
const FileDocument = Schema.Struct({
  ...ResultDocument.fields,
  subjects: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String, type: Schema.String })),
  warnings: Schema.Array(Schema.Struct({ ...Warning.fields, subject: Schema.NullOr(Schema.String) })),
  // what is drawn is not compared
  charts: Schema.Array(Schema.Unknown)
})

const decode = Schema.decodeUnknownResult(FileDocument)

const readDocument = Effect.fnUntraced(function* (file: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: () => new CommandFailed({ message: `${file} cannot be read` })
  })
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new CommandFailed({ message: `${file} is not JSON` })
  })
  const decoded = decode(json)
  if (Result.isFailure(decoded))
    return yield* new CommandFailed({
      message: `${file} is no result of an analysis: give the document.json that pugmark analyse or an export wrote`
    })
  return { ...decoded.success, charts: [] } satisfies ResultDocument
})

const columns = ["name", "metric", "unit", "main", "comparison", "change", "change_share"] as const

/** Returns the rows as tab separated values, with what is unlike and touches each. */
const tableOf = ({ rows }: ResultComparison): ReadonlyArray<string> => [
  [...columns, "unlike"].join("\t"),
  ...rows.map((row) =>
    [
      ...columns.map((column) => String(row[column] ?? "").replaceAll(/\s+/gu, " ")),
      row.unlike.join(" ")
    ].join("\t")
  )
]

/** Returns the words of the options of a module. */
const optionsOf = (module: string): NamedOptions =>
  isModuleKey(module)
    ? Object.fromEntries(Object.entries(catalogue[module].options).map(([key, of]) => [key, wordsOf(of)]))
    : {}

/** Compares the first file with the second, or the two periods of one. */
export const compareFiles: Work<Given<typeof compareFlags> & Words> = (given) =>
  Effect.gen(function* () {
    const { complain, say } = yield* Screen
    const [first, second, more] = given.words
    if (first === undefined || more !== undefined)
      return yield* new CommandFailed({
        message: "say which results, one file or two: pugmark analyse compare A/document.json B/document.json"
      })
    const main = yield* readDocument(first)
    const compared =
      second === undefined
        ? comparePeriods(main)
        : compareResults(
            { document: main, period: "main" },
            { document: yield* readDocument(second), period: "main" },
            optionsOf(main.module)
          )
    if (compared.kind === "refused") return yield* new CommandFailed({ message: compared.text })
    if (given.json) say(JSON.stringify(compared))
    else {
      for (const { text } of compared.unlike) complain(text)
      for (const name of compared.only_main) complain(`Only the first result has ${name}.`)
      for (const name of compared.only_comparison) complain(`Only the second result has ${name}.`)
      for (const line of tableOf(compared)) say(line)
    }
    return OK_EXIT_CODE
  })
