// Why a file of tracks was not opened: what is to be asked, or what it is instead.
import type { ColumnsMissing } from "../domain/intake/columns.ts"
import type { Answerable } from "../domain/intake/TrackRow.ts"
import type { FileKind } from "./TableAnswers.ts"
import type { RefusedRow } from "./trackRows.ts"

/** A refused row of a table whose rows one answer lets in. */
export interface AnswerableRow extends RefusedRow {
  readonly trouble: Answerable
}

/** Why a file was not opened. */
export type Unopened =
  | { readonly _tag: "Foreign"; readonly what: string }
  | { readonly _tag: "NotExpected"; readonly is: FileKind }
  /** the system of the coordinates is not known; `isAsked`: another can be said */
  | { readonly _tag: "System"; readonly reason: string; readonly isAsked: boolean }
  | { readonly _tag: "NoEncoding" }
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Columns"; readonly missing: ColumnsMissing; readonly header: ReadonlyArray<string> }
  | { readonly _tag: "DatesAlone"; readonly detail: string }
  /** no row is taken, for a reason that one answer puts right */
  | { readonly _tag: "Row"; readonly row: AnswerableRow }
