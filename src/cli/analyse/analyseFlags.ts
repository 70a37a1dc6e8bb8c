// The flags of the analyses; parameters are named after the members of the API's `parameters`.
import type { AnalysisModule } from "../../domain/analysis/AnalysisModule.ts"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import { PLAUSIBLE_SPEED_MPS } from "../../domain/analysis/livestock.ts"
import { sharedOptions } from "../../domain/analysis/members.ts"
import type { Member } from "../../domain/intake/columns.ts"
import type { FlagTable } from "../flags.ts"
import { columnFlagsOf, gpxFlags, tableFlags } from "../table/tableOptions.ts"

/** The flag that gives a member of parameters. */
export const flagName = (member: string): string => member.replaceAll("_", "-")

const { livestock, wildlife } = PLAUSIBLE_SPEED_MPS

/** Columns that an analysis reads. */
const asked: ReadonlyArray<Member> = [
  "individual",
  "tag",
  "date",
  "time",
  "lon",
  "lat",
  "accuracy_m",
  "satellites"
]

const common: FlagTable = {
  csv: {
    value: "FILE",
    says: "the tracks: a Movebank download, individual_id, timestamp, lon, lat, or a GPX file"
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
  "gap-hours": {
    value: "H",
    says: "an interval longer than this is a gap, 4 unless said"
  },
  "max-speed-mps": {
    value: "M/S",
    says: `the fastest an animal can be: ${wildlife} for wildlife, ${livestock} for livestock`
  },
  "cell-m": {
    value: "M",
    says: "side of a cell of the residence grid, 100 unless said"
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

/** The members of parameters behind flags that not every module has. */
const membersOf: ReadonlyMap<string, string> = new Map(
  [...Object.keys(sharedOptions), "comparison"].map((member) => [flagName(member), member])
)

/** The flags of a module, in the order of the help. */
export const analyseFlags = ({ command, comparisons, options }: AnalysisModule): FlagTable => {
  const members = { ...options, ...comparisons }
  const ours = Object.entries(common).filter(([flag]) => {
    const member = membersOf.get(flag)
    return member === undefined || member in members
  })
  return { ...Object.fromEntries(ours), ...command.flags }
}
