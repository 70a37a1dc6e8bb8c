// The first rows of a table as they stand in the file, also of one that is not opened yet: what a person is asked
// about is seen beside the question.
import type { ColumnField } from "../domain/intake/columnNames.ts"
import { columnsIn } from "../domain/intake/columns.ts"
import { beginTable } from "./beginTable.ts"
import type { TableAnswers } from "./TableAnswers.ts"
import type { GpxContents } from "./readGpx.ts"
import type { Row } from "./readTable.ts"
import { type Form, rowsOf } from "./Table.ts"
import type { TrackFile } from "./TrackFile.ts"

/** TableSample is the first rows of a file. */
interface TableSample {
  readonly form: Form
  readonly header: ReadonlyArray<string>
  /** what is read of each column, by its place; found by its name or named by hand */
  readonly fields: ReadonlyMap<number, ColumnField>
  readonly rows: ReadonlyArray<Row>
  /** of a GPX file: what it holds of each kind */
  readonly contents: GpxContents | null
  /** what a person should know of how the file is read */
  readonly notes: ReadonlyArray<string>
}

/** The first `most` rows; null: the file is none that is read as a table. Throws as `openTable`. */
export const sampleTable = async (
  file: TrackFile,
  answers: TableAnswers,
  most: number
): Promise<TableSample | null> => {
  const begun = await beginTable(file, answers)
  if ("_tag" in begun) return null
  const { contents, form, header, notes, units } = begun
  const fields = new Map<number, ColumnField>()
  for (const [field, [first]] of columnsIn(header, answers.chosenByHand, units).columns)
    if (first !== undefined) fields.set(first.index, field)
  const rows: Array<Row> = []
  for await (const row of rowsOf(begun)) if (rows.push(row) >= most) break
  return { form, header, fields, rows, contents, notes }
}
