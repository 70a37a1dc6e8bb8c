// A file of tracks that cannot be read on.

/** A file that cannot be read on as a table; `line` is where. */
export class TableBroken extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}
