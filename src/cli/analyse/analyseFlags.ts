// The flags of the analyses; parameters are named after the members of the API's `parameters`.
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import type { Member } from "../../domain/intake/columns.ts"
import type { FlagTable } from "../flags.ts"
import { columnFlags, tableFlags } from "../table/tableOptions.ts"

/** Columns that an analysis reads. */
const asked: ReadonlyArray<Member> = ["individual", "tag", "time", "lon", "lat", "accuracy_m", "satellites"]

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
    says: "the fastest an animal can be: 15 for wildlife, 5 for livestock"
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
  ...tableFlags,
  animal: { value: "NAME", says: "whose all tracks of a GPX file are; as it names them unless said" },
  ...Object.fromEntries(
    asked.map((member) => [
      columnFlags.get(member)!,
      {
        value: "NAME",
        says: `the column of the ${columnFlags.get(member)!.slice(0, -"-column".length)}, if it is not found`
      }
    ])
  )
}

const own: Record<ModuleKey, FlagTable> = {
  movement: {
    "stationary-speed-mps": {
      value: "M/S",
      says: "slower steps are stationary, 0.05 unless said"
    },
    "stationary-min-minutes": {
      value: "MIN",
      says: "shorter runs of them are moving, 30 unless said"
    },
    "revisit-hours": {
      value: "H",
      says: "a longer absence makes the return a new visit, 12 unless said"
    },
    methods: { value: "A,B", says: "of mcp, kde and clusters; all unless said" },
    "mcp-percent": {
      value: "P",
      says: "share of the fixes that the convex polygon holds, 95 unless said"
    },
    "kde-bandwidth-m": {
      value: "M",
      says: "bandwidth of the kernel; by the reference rule unless said"
    },
    "kde-grid": {
      value: "N",
      says: "cells on the longer side of the kernel grid, 250 unless said"
    }
  },
  grazing: {
    areas: {
      value: "FILE",
      says: "the pastures: GeoJSON polygons, each with a `name`; `carrying_capacity` in animals, if known"
    },
    "herd-b": { value: "A,B", says: "another herd to compare with: these animals, over the same dates" },
    animals: {
      value: "FILE",
      says:
        "a table of the animals with numbers to weigh them by: individual_id and a column named as " +
        "--weight-key"
    },
    weighting: {
      value: "HOW",
      says: "equal, attribute or metabolic; equal unless said"
    },
    "weight-key": { value: "NAME", says: "the number that weighs the animals" },
    "min-absence-hours": {
      value: "H",
      says: "a longer absence ends a visit, 6 unless said"
    },
    "rest-threshold-hours": {
      value: "H",
      says: "a day with at most so many animal-hours is one of rest, 0 unless said"
    },
    seasons: {
      value: "N:A:B,..",
      says: "parts of the year: spring:03-01:05-31,autumn:09-01:11-30"
    }
  }
}

/** The flags of a module, in the order of the help. */
export const analyseFlags = (module: ModuleKey): FlagTable => ({ ...common, ...own[module] })
