// The result of an analysis as files.
import { Effect, Option } from "effect"
import * as Schema from "effect/Schema"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { csvOf } from "../../api/write/csvOf.ts"
import { titleOfModule } from "../../domain/analysis/catalogue.ts"
import type { ComputedResult } from "../../domain/analysis/SandboxJob.ts"
import { CommandFailed } from "../outcome.ts"
import { reportOf } from "../../figures/report/reportOf.ts"

const readKeys = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      tables: Schema.Array(Schema.Struct({ key: Schema.String.check(Schema.isPattern(/^\w+$/u)) }))
    })
  )
)

/** Tables of an earlier result in the folder, which would be taken for this one's. */
const oldTables = async (directory: string): Promise<ReadonlyArray<string>> => {
  const old = await readFile(join(directory, "document.json"), "utf8").catch(() => "")
  return Option.match(readKeys(old), {
    onNone: () => [],
    onSome: ({ tables }) => tables.map(({ key }) => `${key}.csv`)
  })
}

/** Writes the document, its tables, the shapes and the report into a folder, which is made if need be. */
export const saveResult = (directory: string, { document, geometries }: ComputedResult) =>
  Effect.tryPromise({
    try: async () => {
      for (const name of await oldTables(directory))
        await rm(join(directory, "tables", name), { force: true })
      await mkdir(join(directory, "tables"), { recursive: true })
      await writeFile(join(directory, "document.json"), JSON.stringify(document, null, 1) + "\n")
      for (const table of document.tables)
        await writeFile(join(directory, "tables", `${table.key}.csv`), csvOf(table))
      const features = geometries.map(({ geom, properties, ...rest }) => ({
        type: "Feature",
        geometry: geom,
        properties: { ...properties, ...rest }
      }))
      await writeFile(
        join(directory, "geometries.geojson"),
        JSON.stringify({ type: "FeatureCollection", features }) + "\n"
      )
      await writeFile(
        join(directory, "report.html"),
        reportOf({ title: titleOfModule(document.module), document, geometries })
      )
    },
    catch: (error) =>
      new CommandFailed({
        message:
          `the results cannot be written ` +
          `to ${directory}: ${error instanceof Error ? error.message : String(error)}`
      })
  })
