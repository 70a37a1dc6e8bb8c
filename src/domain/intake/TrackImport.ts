// A file of tracks that a browser sends in chunks: its description, and the progress.
import * as Schema from "effect/Schema"
import { Doer } from "../access/Person.ts"
import { ImportRemoval } from "./ImportRemoval.ts"
import { Attributes, attributesSizeIssue, Instant, InstantInput, Name, Uuid } from "../schemas.ts"

/** Items of one request at most. */
export const MAX_IMPORT_ITEMS = 5000
/** Devices that one request enrols at most, and animals of one of them. */
export const MAX_ENROLLED_DEVICES = 100
/** Imports of a project that are open, and went on within a day. */
export const MAX_OPEN_IMPORTS = 20

const places = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** A place in a file, after a row. */
export const FilePlace = Schema.Struct({
  offset: places.annotate({ description: "The byte after the row; of a GPX file the character" }),
  line: places.annotate({ description: "The line on which the row ends" })
}).annotate({ identifier: "FilePlace" })
export type FilePlace = typeof FilePlace.Type

const sha256 = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{64}$/u, { expected: "a SHA-256 in 64 small hexadecimal digits" })
)
const file_name = Schema.String.check(
  Schema.isMaxLength(255),
  Schema.isPattern(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, { expected: "a name without control characters" })
)

/** removing: it is being taken back; removed: it was. */
const importStates = ["open", "finished", "removing", "removed"] as const

/** TrackImport is an import, as the API returns it. */
export const TrackImport = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  data_source_id: Schema.NullOr(Uuid).annotate({ description: "The source that its records come by" }),
  file_name,
  size_bytes: Schema.Int,
  sha256,
  answers: Attributes.annotate({ description: "What was said of the file: its columns, time zone, animal" }),
  state: Schema.Literals(importStates),
  place: FilePlace.annotate({ description: "Up to here the file is answered for" }),
  accepted: Schema.Int,
  duplicates: Schema.Int,
  rejected: Schema.Int,
  unassigned: Schema.Int.annotate({ description: "Kept for a device that is not known (any more)" }),
  removable: Schema.Boolean.annotate({
    description: "false: it was made by an older release, which did not note what it stored"
  }),
  removal: Schema.NullOr(ImportRemoval).annotate({ description: "null: it was never taken back" }),
  created_by: Doer,
  created_at: Instant,
  updated_at: Instant,
  finished_at: Schema.NullOr(Instant),
  removed_at: Schema.NullOr(Instant)
}).annotate({ identifier: "TrackImport" })
export type TrackImport = typeof TrackImport.Type

/** NewTrackImport is a request to start an import. */
export const NewTrackImport = Schema.Struct({
  file_name,
  size_bytes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  sha256: sha256.annotate({ description: "Of the whole file: by it the file is known" }),
  answers: Attributes.check(
    Schema.makeFilter((value: object) => attributesSizeIssue(value) ?? true, {
      expected: "a JSON object of at most 64 KiB",
      toJsonSchema: () => [{}, true] // bytes are no matter of JSON Schema
    })
  ).annotate({ description: "What was said of the file; with other answers it is another import" }),
  again: Schema.optionalKey(Schema.Boolean).annotate({
    description: "true: begin at the first row though the file was imported before"
  })
})
export type NewTrackImport = typeof NewTrackImport.Type

/** StartedImport is the result of starting an import. */
export const StartedImport = Schema.Struct({
  import: TrackImport,
  found: Schema.Literals(["new", "open", "finished"]).annotate({
    description:
      "open: the file was begun before, and goes on at `place`; finished: it is in already, and nothing " +
      "was begun"
  }),
  changed_since: Schema.NullOr(TrackImport).annotate({
    description:
      "Of a new one, the last import of a file of this name with other contents; null: there is none"
  })
}).annotate({ identifier: "BegunImport" })
export type StartedImport = typeof StartedImport.Type

/** A device of the file, and the animals it was on, in turn. */
export const EnrolledDevice = Schema.Struct({
  name: Name.annotate({ description: "What the items call it: their `device`" }),
  on: Schema.Array(
    Schema.Struct({
      animal: Name.annotate({ description: "An animal of this name is used where there is one" }),
      taxon: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
      from: InstantInput,
      to: Schema.NullOr(InstantInput)
    })
  ).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_ENROLLED_DEVICES))
})
export type EnrolledDevice = typeof EnrolledDevice.Type

/** Enrolment is a request to create devices and animals of the file. */
export const Enrolment = Schema.Struct({
  entity_type_id: Uuid.annotate({ description: "What animals are that are made" }),
  devices: Schema.Array(EnrolledDevice).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_ENROLLED_DEVICES))
})
export type Enrolment = typeof Enrolment.Type

/** EnrolmentResult counts what was created; what existed already is not counted. */
export const EnrolmentResult = Schema.Struct({
  animals: Schema.Int,
  devices: Schema.Int
}).annotate({ identifier: "Enrolled" })

/** ImportRows is a request with one chunk of rows. */
export const ImportRows = Schema.Struct({
  from: FilePlace.annotate({ description: "Where the piece begins: the import's `place`" }),
  to: FilePlace.annotate({ description: "Where it ends" }),
  refused: places.annotate({ description: "Rows of the piece that are no records, and were not sent" }),
  items: Schema.Array(Attributes)
    .check(Schema.isMaxLength(MAX_IMPORT_ITEMS))
    .annotate({ description: "Items as the ingest endpoint takes them, each judged for itself" })
})
export type ImportRows = typeof ImportRows.Type
