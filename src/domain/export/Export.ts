// An export: records of a project and a period as a file, written in the background and kept for some days.
import * as Schema from "effect/Schema"
import { Person } from "../access/Person.ts"
import { Instant, InstantInput, Uuid } from "../schemas.ts"
import { jobStatuses } from "../job/Job.ts"

/** datasets are the kinds of records that can be exported. */
export const datasets = ["positions", "measurements", "events"] as const
/** Dataset is a kind of records that can be exported. */
export type Dataset = (typeof datasets)[number]

/** formats are the formats of files. */
export const formats = ["csv", "xlsx", "json", "geojson", "gpx", "movebank"] as const
/** Format is the format of an exported file. */
export type Format = (typeof formats)[number]

/** formatsOfDataset are the formats of each kind of records. */
export const formatsOfDataset: Readonly<Record<Dataset, ReadonlyArray<Format>>> = {
  positions: formats,
  measurements: ["csv", "xlsx", "json"],
  events: ["csv", "xlsx", "json", "geojson"]
}

/** sources select the fixes: of the devices' own receivers, of the network, or both. */
export const sources = ["device", "network", "all"] as const

/** Rows that are answered at once. Specification 8. */
export const MAX_DIRECT_ROWS = 100_000
/** A file is removed so long after it was finished. Specification 8. */
export const FILE_RETENTION_DAYS = 7
/** Exports of a project that wait for a worker. */
export const MAX_QUEUED_EXPORTS = 5
/** Bytes of the files that a project keeps, above which no other is begun, and of one file. */
export const MAX_PROJECT_BYTES = 4 * 1024 ** 3,
  MAX_FILE_BYTES = 1024 ** 3
/** Rows of a sheet beside its header. */
export const MAX_SHEET_ROWS = 1_048_575
/** Ids that one request may name. */
const MAX_REQUEST_IDS = 1000

const ids = Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_REQUEST_IDS))

/**
 * NewExport is the request of an export of `[from, to)`. A record matches any of the ids of a list, and both
 * lists.
 */
export const NewExport = Schema.Struct({
  dataset: Schema.Literals(datasets),
  format: Schema.Literals(formats),
  from: InstantInput.annotate({ description: "Records from this moment on" }),
  to: InstantInput.annotate({ description: "Records before this moment" }),
  entity_ids: Schema.optionalKey(ids.annotate({ description: "Only records of these entities" })),
  device_ids: Schema.optionalKey(ids.annotate({ description: "Only records of these devices" })),
  include_invalid: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Also positions and measurements that are marked as wrong" })
  ),
  sources: Schema.optionalKey(
    Schema.Literals(sources).annotate({ description: "By whom positions were found; device unless given" })
  )
})
export type NewExport = typeof NewExport.Type

/** VisibleRecords are the records by id that a member with a scope saw when the export was requested. */
export const VisibleRecords = Schema.Struct({ entities: Schema.Array(Uuid), devices: Schema.Array(Uuid) })
export type VisibleRecords = typeof VisibleRecords.Type

/**
 * The members of `NewExport` as a job keeps them, complete, but for the span, which every job has; and what
 * its maker saw (null: everything).
 */
export const StoredOrder = Schema.Struct({
  dataset: Schema.Literals(datasets),
  format: Schema.Literals(formats),
  entity_ids: Schema.NullOr(Schema.Array(Uuid)),
  device_ids: Schema.NullOr(Schema.Array(Uuid)),
  include_invalid: Schema.Boolean,
  sources: Schema.Literals(sources),
  file_name: Schema.String,
  seen: Schema.NullOr(VisibleRecords)
})
export type StoredOrder = typeof StoredOrder.Type

/** Order says which records an export reads; `[from, to)` in epoch ms. */
export interface Order extends Omit<StoredOrder, "file_name" | "seen"> {
  readonly from: number
  readonly to: number
}

/** Returns what is read for a requested export. */
export const orderOf = (asked: NewExport): Order => ({
  dataset: asked.dataset,
  format: asked.format,
  from: asked.from,
  to: asked.to,
  entity_ids: asked.entity_ids ?? null,
  device_ids: asked.device_ids ?? null,
  include_invalid: asked.include_invalid ?? false,
  sources: asked.sources ?? "device"
})

const types: Readonly<Record<Format, string>> = {
  csv: "text/csv; charset=utf-8",
  movebank: "text/csv; charset=utf-8",
  json: "application/json",
  geojson: "application/geo+json",
  gpx: "application/gpx+xml; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
}
/** Returns the media type of a file. */
export const mediaTypeOf = (format: Format): string => types[format]

/**
 * Returns the name of a file: nothing of it is written by people but the slug, which is letters, digits and
 * `-`. `day` as `2026-05-01`.
 */
export const fileNameOf = (
  slug: string,
  { dataset, format }: Pick<Order, "dataset" | "format">,
  fromDay: string,
  toDay: string
): string => `${slug}-${dataset}-${fromDay}-${toDay}${format === "movebank" ? "-movebank.csv" : `.${format}`}`

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Export is an export as the API returns it. */
export const Export = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  dataset: Schema.Literals(datasets),
  format: Schema.Literals(formats),
  from: Instant,
  to: Instant,
  entity_ids: Schema.NullOr(Schema.Array(Uuid)).annotate({ description: "null: all" }),
  device_ids: Schema.NullOr(Schema.Array(Uuid)).annotate({ description: "null: all" }),
  include_invalid: Schema.Boolean,
  sources: Schema.Literals(sources),
  status: Schema.Literals(jobStatuses).annotate({
    description: "completed: the file is there; expired: it was"
  }),
  progress: Schema.Finite.annotate({ description: "0 to 100" }),
  row_count: count.annotate({ description: "Rows written so far" }),
  size_bytes: Schema.NullOr(count).annotate({ description: "Of the file; null until it is finished" }),
  sha256: Schema.NullOr(Schema.String).annotate({
    description: "Of the file, in hexadecimal digits; null until it is finished"
  }),
  file_name: Schema.String,
  error: Schema.NullOr(Schema.String),
  created_by_user_id: Schema.NullOr(Uuid),
  created_by: Schema.NullOr(Person).annotate({ description: "The same person by name" }),
  created_at: Instant,
  started_at: Schema.NullOr(Instant),
  finished_at: Schema.NullOr(Instant),
  expires_at: Schema.NullOr(Instant).annotate({
    description: "When the file is removed; null until it is finished"
  }),
  trace_id: Schema.NullOr(Uuid)
}).annotate({
  identifier: "Export",
  examples: [
    {
      id: "019a0c51-0c7e-7b2a-8d3f-5e4d3c2b1a09",
      project_id: "019a0c10-7a1e-7c33-9f55-0a1b2c3d4e5f",
      dataset: "positions",
      format: "csv",
      from: "2026-04-01T00:00:00.000Z",
      to: "2026-05-01T00:00:00.000Z",
      entity_ids: null,
      device_ids: null,
      include_invalid: false,
      sources: "device",
      status: "completed",
      progress: 100,
      row_count: 412_077,
      size_bytes: 101_223_410,
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      file_name: "north-positions-2026-04-01-2026-05-01.csv",
      error: null,
      created_by_user_id: "019a0c0f-1111-7b2a-8d3f-5e4d3c2b1a09",
      created_by: { id: "019a0c0f-1111-7b2a-8d3f-5e4d3c2b1a09", name: "Ines" },
      created_at: "2026-05-01T05:00:02.114Z",
      started_at: "2026-05-01T05:00:02.120Z",
      finished_at: "2026-05-01T05:00:21.884Z",
      expires_at: "2026-05-08T05:00:21.884Z",
      trace_id: "019a0c51-0c9e-7b2a-8d3f-5e4d3c2b1a11"
    }
  ]
})
export type Export = typeof Export.Type
