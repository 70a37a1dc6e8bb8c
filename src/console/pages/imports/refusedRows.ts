// Rows that were not taken, as a CSV to mend: line, code and reason before the cells of each.
import type { RejectedRow } from "../../../tracks/settlePiece.ts"

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const csv = (cells: ReadonlyArray<string>) => `${cells.map(quoted).join(",")}\n`

/** The lines of some rows, in CSV; the command line writes the same. */
export const refusedText = (rows: ReadonlyArray<RejectedRow>): string =>
  rows.map(({ cells, code, line, reason }) => csv([String(line), code, reason, ...cells])).join("")

/** Collects lines for a file; a browser keeps its pieces out of the page's memory. */
export class RefusedRows {
  private pieces: Array<Blob> = []

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  add(text: string): void {
    if (text !== "") this.pieces.push(new Blob([text]))
  }

  /** The whole file. */
  file(header: ReadonlyArray<string>): Blob {
    return new Blob([csv(["line", "code", "reason", ...header]), ...this.pieces], {
      type: "text/csv;charset=utf-8"
    })
  }
}

/** Saves a file by the browser's download. */
export const download = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
