// How far an import came, on disk, so that a second start goes on instead of over. Only a convenience: the
// server knows records it has.
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Tally counts the outcomes of rows. */
interface Tally {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  /** kept by the server for a device it does not know */
  readonly unassigned: number
}

/** What the server has answered for, up to the byte `offset`, which is the end of `line`. */
export interface Point extends Tally {
  readonly offset: number
  readonly line: number
}

/** start is the beginning of a file. */
export const start: Point = { offset: 0, line: 0, accepted: 0, duplicates: 0, rejected: 0, unassigned: 0 }

/** Checkpoint stores how far an import came, so that it can continue. */
export class Checkpoint {
  private readonly file: string

  /**
   * `identity`: everything that makes this import this import. Another file, another server, another option:
   * another checkpoint.
   */
  constructor(dataDir: string, identity: unknown) {
    this.file = join(
      dataDir,
      "imports",
      `${createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 24)}.json`
    )
  }

  /** The last point kept, or the start; a file that cannot be read as one counts as none. */
  read(): Point {
    try {
      // our own writing, checked below as far as it matters
      const kept = JSON.parse(readFileSync(this.file, "utf8")) as Partial<Point>
      const point = { ...start, ...kept }
      return Object.values(point).every((n) => Number.isSafeInteger(n) && n >= 0) ? point : start
    } catch {
      return start
    }
  }

  /** Keeps a point; where nothing can be written, nothing is kept. */
  write(point: Point): void {
    try {
      mkdirSync(dirname(this.file), { recursive: true })
      writeFileSync(`${this.file}.new`, JSON.stringify(point))
      renameSync(`${this.file}.new`, this.file)
    } catch {
      // the import goes on without: a second start then sends everything again
    }
  }

  /** The import is done: a next run begins at the start. */
  clear(): void {
    rmSync(this.file, { force: true })
  }
}
