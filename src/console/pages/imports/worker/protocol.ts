// What the page and the worker that reads a file say to each other; plain data, as it is copied between them.
import type { ColumnField } from "../../../../domain/intake/columnNames.ts"
import type { DeployedDevice } from "../../../../domain/intake/Deployments.ts"
import type { GpxKind } from "../../../../domain/intake/GpxPoints.ts"
import type { TimeFormat } from "../../../../domain/intake/tableClock.ts"
import type { SkipReason } from "../../../../domain/intake/TrackRow.ts"
import type { Encoding } from "../../../../tracks/encodings.ts"
import type { Form } from "../../../../tracks/Table.ts"
import type { Unopened } from "../../../../tracks/Unopened.ts"
import type { RefusalKind } from "../../../../tracks/RefusalKinds.ts"
import type { ResumePoint, Row } from "../../../../tracks/readTable.ts"
import type { DrawnTracks } from "../../../../tracks/ThinnedTracks.ts"
import type { RefusedRow } from "../../../../tracks/trackRows.ts"
import type { WorkerReply } from "../../../workers/WatchedWorker.ts"

/**
 * What a person said of a file: members that were not said are not there. As it is kept with an import, so
 * that the same file with the same answers is the same import.
 */
export interface FileAnswers {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly decimal?: "point" | "comma"
  readonly time_format?: TimeFormat
  readonly times_in?: string
  readonly shown_twice?: "first" | "second"
  readonly wrap_longitudes?: true
  /** the system of the coordinates: a code of EPSG, or a definition of PROJ or WKT */
  readonly crs?: string
  readonly gpx_points?: GpxKind
  readonly animal?: string
  readonly keep_outliers?: true
  /** the names of columns by what is read of them */
  readonly columns?: Readonly<Partial<Record<ColumnField, string>>>
}

/** The first rows, and what is read of each column. */
export interface Sample {
  readonly form: Form
  /** the kind of file as the command line calls it */
  readonly kind: "csv" | "movebank" | "excel" | "gpx" | "kml" | "geojson"
  /** what its columns say is fixed by the format */
  readonly isFixed: boolean
  /** of a GPX file: points with a time of the kinds that are not taken */
  readonly besides: ReadonlyArray<readonly [kind: GpxKind, timed: number]>
  /** what a person should know of how it is read */
  readonly notes: ReadonlyArray<string>
  readonly header: ReadonlyArray<string>
  readonly fields: ReadonlyArray<ColumnField | null>
  readonly rows: ReadonlyArray<Row>
}

/** What is in a file that says enough. */
export interface Found {
  readonly rows: number
  readonly reports: number
  readonly outliers: number
  readonly network: number
  readonly rejected: number
  readonly examples: ReadonlyArray<RefusedRow>
  /** refused rows by their reason */
  readonly kinds: ReadonlyArray<RefusalKind>
  /** the tracks with few points */
  readonly drawn: DrawnTracks
  readonly leftOut: ReadonlyArray<readonly [why: SkipReason, rows: number]>
  /** epoch ms; null: no records */
  readonly span: readonly [first: number, last: number] | null
  readonly animals: ReadonlyArray<string>
  readonly devices: ReadonlyArray<DeployedDevice>
  readonly taxa: ReadonlyArray<readonly [animal: string, taxon: string]>
  /** the time zone that times without one are read in, where that was taken for granted */
  readonly assumesUtc: boolean
}

/** A file looked through: what is asked, or what is in it. */
export interface Looked {
  readonly sample: Sample | null
  readonly asked: Unopened | null
  readonly found: Found | null
}

/** A piece of the file. */
interface Piece {
  /** a JSON array of items */
  readonly body: string
  readonly sources: ReadonlyArray<{ readonly line: number; readonly cells: ReadonlyArray<string> }>
  readonly refused: ReadonlyArray<RefusedRow>
  readonly rows: number
  readonly begin: ResumePoint
  readonly end: ResumePoint
}

export type Request =
  | { readonly _tag: "Hash"; readonly file: File }
  | { readonly _tag: "Look"; readonly file: File; readonly answers: FileAnswers }
  /** the pieces of the file that was looked through last; null: from its first row on */
  | { readonly _tag: "Pieces"; readonly from: ResumePoint | null; readonly size: number }
  | { readonly _tag: "Next" }

/** The answer to each request; null of `Next`: that was the last piece. */
export interface Answers {
  readonly Hash: string
  readonly Look: Looked
  readonly Pieces: ResumePoint
  readonly Next: Piece | null
}

export type Reply = WorkerReply<Answers[keyof Answers]>
