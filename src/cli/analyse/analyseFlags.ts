// The flags of the analyses; parameters are named after the members of the API's `parameters`.
import type { AnalysisModule } from "../../domain/analysis/AnalysisModule.ts"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import { kindOf } from "../../domain/analysis/members.ts"
import { defaultInWords, type Members, wordsOf } from "../../domain/analysis/option.ts"
import type { ColumnField } from "../../domain/intake/columnNames.ts"
import type { FlagTable } from "../flags.ts"
import { columnFlagsOf, gpxFlags, tableFlags } from "../table/tableOptions.ts"

/** Returns the flag that gives a member of parameters. */
export const flagName = (member: string): string => member.replaceAll("_", "-")

/** Columns that an analysis reads. */
const asked: ReadonlyArray<ColumnField> = [
  "individual",
  "tag",
  "date",
  "time",
  "lon",
  "lat",
  "easting",
  "northing",
  "zone",
  "accuracy_m",
  "satellites"
]

const common: FlagTable = {
  csv: {
    value: "FILE",
    says:
      "the tracks: a Movebank download, any table with an animal, a time and a place, a workbook of Excel, or a " +
      "GPX, KML, KMZ or GeoJSON file"
  },
  out: { value: "DIR", says: "where the results go; made if need be" },
  from: { value: "TIME", says: "from this day or time of the zone on; the first fix unless said" },
  to: { value: "TIME", says: "before this day or time of the zone; after the last fix unless said" },
  timezone: {
    value: "ZONE",
    says: "whose days are counted and whose times --from and --to are, UTC unless said (Europe/Berlin)"
  },
  "entity-type": {
    value: "KEY",
    says:
      "what the animals are: decides the plausible speed (cow, sheep, horse, ...: livestock; any other: " +
      "wildlife)"
  },
  individuals: { value: "A,B", says: "these animals alone" },
  "max-fixes": {
    value: "N",
    says: `refuse more fixes than this, ${DEFAULT_MAX_FIXES} unless said, as on a server`
  },
  "beyond-limits": {
    says:
      "take more days and more animals than a run on a server; the result says so. Bounds that keep a " +
      "result within the memory of a machine stay"
  },
  comparison: {
    value: "A..B",
    says: "another period to compare with: 2024-01-01..2024-02-01"
  },
  period: {
    value: "WHOSE",
    says:
      "common: the silence of each animal is judged over the whole period; own: from its first fix to " +
      "its last. common unless said"
  },
  "drop-sentinels": {
    says: "leave out fixes at one far position that a device repeats, as 0, 0: what some send without a fix"
  },
  "include-network": {
    says: "take positions that a network estimated (Argos) for fixes; they are left out unless said"
  },
  ...tableFlags,
  ...gpxFlags,
  ...columnFlagsOf(asked)
}

/** What stands for a value in the help, by the unit of its option. */
const placeholders: Readonly<Record<string, string>> = {
  h: "H",
  "m/s": "M/S",
  m: "M",
  min: "MIN",
  "% of fixes": "P",
  "animal-hours": "H",
  cells: "N"
}

/** Returns the flags of options, explained by their own words. */
const optionFlags = (options: Members, defaults: Readonly<Record<string, unknown>>): FlagTable =>
  Object.fromEntries(
    Object.entries(options).map(([name, member]) => {
      const { description, labels, unit } = wordsOf(member),
        standard = defaultInWords(member, defaults[name])
      const choice = labels === undefined ? "" : ` (${Object.keys(labels).join(", ")})`
      return [
        flagName(name),
        {
          value: placeholders[unit ?? ""] ?? (kindOf(member) === "list" ? "A,B" : "NAME"),
          says:
            description.charAt(0).toLowerCase() +
            `${description.slice(1)}${choice}` +
            (standard === null ? "" : `; ${standard} unless said`)
        }
      ]
    })
  )

/** Returns the flags of a module, in the order of the help. */
export const analyseFlags = ({ command, comparisons, defaults, options }: AnalysisModule): FlagTable => {
  const { comparison, ...others } = common
  return {
    ...others,
    ...("comparison" in comparisons ? { comparison: comparison! } : {}),
    ...optionFlags(options, { ...defaults }),
    ...command.flags
  }
}

/** The flags of `pugmark analyse compare`. */
export const compareFlags = {
  json: { says: "the comparison as one JSON document" }
} as const satisfies FlagTable
