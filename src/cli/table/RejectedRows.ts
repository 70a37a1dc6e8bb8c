// The rows an import did not take: the first ones on the screen, all of them in a CSV file beside their
// reason, ready to be mended.
import { appendFileSync, writeFileSync } from "node:fs"
import { CommandFailed } from "../outcome.ts"
import { grouped } from "../Progress.ts"

/** Rejected is a row that was refused, with its reason. */
export interface Rejected {
  readonly line: number
  readonly code: string
  readonly reason: string
  readonly cells: ReadonlyArray<string>
}

/** Rejected rows that are shown. */
export const MAX_SHOWN_ROWS = 20

/**
 * The first rejected rows as lines of the screen, how many more there are, and where all of them are (empty:
 * nowhere).
 */
export const listRejected = (
  rejected: ReadonlyArray<Rejected>,
  total: number,
  where: string
): ReadonlyArray<string> =>
  rejected.length === 0
    ? []
    : [
        ...rejected.map(({ code, line, reason }) => `  line ${line}  ${code}  ${reason}`),
        ...(total > rejected.length ? [`  and ${grouped(total - rejected.length)} more`] : []),
        ...(where === "" ? [] : [`  all of them are in ${where}`])
      ]

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const csv = (cells: ReadonlyArray<string>) => cells.map(quoted).join(",") + "\n"

/** RejectedRows writes refused rows to a file. */
export class RejectedRows {
  readonly file: string
  private readonly header: ReadonlyArray<string>
  private begun: boolean

  /** `file` is made with the first rejected row; `goOn`: it is there from an earlier run. */
  constructor(file: string, header: ReadonlyArray<string>, goOn: boolean) {
    this.file = file
    this.header = header
    this.begun = goOn
  }

  /** Throws `CommandFailed` where the file cannot be written. */
  add(rows: ReadonlyArray<Rejected>): void {
    if (rows.length === 0) return
    const text = rows.map((r) => csv([String(r.line), r.code, r.reason, ...r.cells])).join("")
    try {
      if (this.begun) appendFileSync(this.file, text)
      else writeFileSync(this.file, csv(["line", "code", "reason", ...this.header]) + text)
      this.begun = true
    } catch {
      throw new CommandFailed({
        message: `cannot write the rejected rows to ${this.file}: say where with --rejected FILE`
      })
    }
  }
}
