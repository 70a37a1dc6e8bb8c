// The flags of the imports, and what is meant by those that were given.
import { Effect } from "effect"
import { readTableTime } from "../../domain/intake/tableTime.ts"
import { type Answers, type FlagTable, textOf, type Words } from "../flags.ts"
import { CommandFailed } from "../outcome.ts"
import { columnFlags } from "../../tracks/columnFlags.ts"
import {
  columnFlagsOf,
  geoJsonFlags,
  gpxFlags,
  isZone,
  kmlFlags,
  readTableOptions,
  sheetFlags,
  tableFlags,
  type TableOptions
} from "../table/tableOptions.ts"

const common = {
  project: { value: "SLUG", says: "the project to import into, by its slug or id" },
  "create-project": {
    value: "NAME",
    says: "make the project, with this name, if there is none with the slug"
  },
  timezone: {
    value: "ZONE",
    says:
      "the time zone of a project that is made, UTC unless said (Europe/Berlin); one that is there must " +
      "have it"
  },
  "entity-type": {
    value: "KEY",
    says: "what the animals are: wildlife unless said (cow, sheep, horse, ...)"
  },
  from: { value: "TIME", says: "take rows from this time on (2009-02-11, 2009-02-11 12:00)" },
  to: { value: "TIME", says: "take rows before this time" },
  "keep-outliers": {
    says:
      "take rows marked as outliers for good ones; otherwise they are kept as positions that no rule or " +
      "analysis uses"
  },
  batch: { value: "N", says: "rows sent at once, 2000 unless said, at most 5000" },
  rejected: { value: "FILE", says: "where rows that are not taken go, FILE.rejected.csv unless said" },
  "dry-run": { says: "read the file and say what is in it; send nothing" },
  restart: { says: "begin at the first row, also when an earlier run came further" },
  url: { value: "URL", says: "the server, PUGMARK_URL or http://127.0.0.1:PORT unless said" },
  token: {
    value: "TOKEN",
    says: "its token; PUGMARK_TOKEN, ADMIN_TOKEN or the file DATA_DIR/admin-token unless said"
  }
} as const satisfies FlagTable

/** What an import is asked for. Times in epoch ms. */
export interface ImportOptions {
  readonly file: string
  readonly project: string
  readonly createProject: string | undefined
  readonly timezone: string | undefined
  readonly entityType: string
  readonly from: number
  readonly to: number
  readonly keepOutliers: boolean
  readonly batch: number
  readonly rejected: string
  readonly dryRun: boolean
  readonly restart: boolean
  readonly url: string | undefined
  readonly token: string | undefined
  readonly table: TableOptions
}

/** What is imported: tables whose columns a person names, Movebank's, or files of places. */
export type ImportKind = "csv" | "movebank" | "excel" | "gpx" | "kml" | "geojson"

/** What can be said of a file of each kind. */
const flagsOfKind: Readonly<Record<ImportKind, FlagTable>> = {
  csv: { ...tableFlags, ...columnFlagsOf(columnFlags.keys()) },
  movebank: tableFlags,
  excel: { ...sheetFlags, ...columnFlagsOf(columnFlags.keys()) },
  gpx: gpxFlags,
  kml: kmlFlags,
  geojson: { ...geoJsonFlags, ...columnFlagsOf(columnFlags.keys()) }
}

/** Returns the flags of an import, in the order of the help. */
export const importFlags = (kind: ImportKind): FlagTable => ({
  ...common,
  ...flagsOfKind[kind]
})

const MAX_BATCH_ROWS = 5000

/** What an import is to do, by what was given; what cannot be used fails with what to do. */
export const readImportOptions = (
  given: Answers & Words,
  kind: ImportKind
): Effect.Effect<ImportOptions, CommandFailed> =>
  Effect.suspend((): Effect.Effect<ImportOptions, CommandFailed> => {
    const fail = (message: string) => Effect.fail(new CommandFailed({ message }))
    const text = (name: string) => textOf(given, name)
    const time = (name: string, otherwise: number) =>
      text(name) === undefined ? otherwise : (readTableTime(text(name)!) ?? Number.NaN)

    const [file, ...more] = given.words
    if (file === undefined) return fail("say which file to import")
    if (more.length > 0) return fail(`one file at a time: ${more.join(" ")} is too much`)
    const project = text("project")
    if (project === undefined)
      return fail("say where to import to: --project SLUG (with --create-project NAME it is made if need be)")
    const from = time("from", -Infinity),
      to = time("to", Infinity)
    for (const [name, value] of [
      ["from", from],
      ["to", to]
    ] as const)
      if (Number.isNaN(value))
        return fail(`--${name} ${text(name)} is not a time: write 2009-02-11 or "2009-02-11 12:00"`)
    if (from >= to) return fail("--from must be before --to")
    const batch = Number(text("batch") ?? 2000)
    if (!Number.isInteger(batch) || batch < 1 || batch > MAX_BATCH_ROWS)
      return fail(`--batch takes a whole number from 1 to ${MAX_BATCH_ROWS}`)
    if (text("timezone") !== undefined && !isZone(text("timezone")!))
      return fail(`--timezone ${text("timezone")} is not a time zone: write Europe/Berlin`)
    return Effect.map(readTableOptions(`import ${kind}`, given), (table): ImportOptions => ({
      file,
      project,
      from,
      to,
      batch,
      table,
      createProject: text("create-project"),
      timezone: text("timezone"),
      entityType: text("entity-type") ?? "wildlife",
      keepOutliers: given["keep-outliers"] === true,
      dryRun: given["dry-run"] === true,
      restart: given["restart"] === true,
      rejected:
        text("rejected") ??
        `${file.replace(/\.(csv|tsv|txt|xlsx|gpx|kml|kmz|geojson|json)$/i, "")}.rejected.csv`,
      url: text("url"),
      token: text("token")
    }))
  })
