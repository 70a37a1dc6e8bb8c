// The rows of a file that the reader refuses, as a download before anything is sent.
import { settlePiece } from "../../../tracks/settlePiece.ts"
import { download, RefusedRows, refusedText } from "./refusedRows.ts"
import type { TrackReader } from "./TrackReader.ts"

/** Rows with an item that are read at a time. */
const PIECE_ITEMS = 2000

/** What a file of refused rows is called. */
export const refusedName = (file: string): string => `${file.replace(/\.\w+$/u, "")}.rejected.csv`

/**
 * Reads the file that was looked through once more, and saves the rows that are refused with line and reason.
 *
 * @throws Unread where the file cannot be read on
 */
export const downloadRefused = async (
  reader: TrackReader,
  name: string,
  header: ReadonlyArray<string>
): Promise<void> => {
  const rows = new RefusedRows()
  await reader.ask<"Pieces">({ _tag: "Pieces", from: null, size: PIECE_ITEMS })
  for (;;) {
    const piece = await reader.ask<"Next">({ _tag: "Next" })
    if (piece === null) break
    rows.add(refusedText(settlePiece(piece, []).rejected))
  }
  download(rows.file(header), refusedName(name))
}
