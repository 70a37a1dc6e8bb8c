// A file of tracks that cannot be read on.

import type { RowTrouble } from "./TrackRow.ts"

/** A file that cannot be read on as a table; `line` is where, `trouble` what a person can say to mend it. */
export class TableBroken extends Error {
  readonly line: number
  readonly trouble: RowTrouble | undefined
  constructor(line: number, reason: string, trouble?: RowTrouble) {
    super(`line ${line}: ${reason}`)
    this.line = line
    this.trouble = trouble
  }
}
