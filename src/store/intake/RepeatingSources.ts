// Which rows are worth a try with COPY, which stores all of them or none: the rows of sources that sent nothing
// twice of late.
import type * as SqlClient from "effect/sql/SqlClient"
import { canCopy } from "../sql/copy/copyIn.ts"
import type { Row } from "./attributeRows.ts"

/** MIN_COPIED_ROWS is from how many rows on COPY saves more than its savepoint costs. */
const MIN_COPIED_ROWS = 100
/**
 * MAX_INSERTED_TRANSACTIONS is for how many transactions the rows of a source are inserted after it repeated
 * one.
 */
const MAX_INSERTED_TRANSACTIONS = 32

interface Stored {
  readonly row: Row
}

/** CopyChoice is whether a transaction tries COPY. */
export class CopyChoice {
  isTried: boolean
  private readonly repeating: RepeatingSources

  constructor(isTried: boolean, repeating: RepeatingSources) {
    this.isTried = isTried
    this.repeating = repeating
  }

  /**
   * Notes records that were stored before: nothing more of the transaction is tried, nor soon of their
   * sources.
   */
  noteDuplicates(duplicates: Iterable<Stored>): void {
    this.isTried = false
    for (const { row } of duplicates) this.repeating.note(row.batch.credential.sourceId)
  }
}

/** RepeatingSources is the sources that sent stored records again, by id, with the transactions left. */
export class RepeatingSources {
  private readonly transactionsLeft = new Map<string, number>()

  /**
   * Chooses for a transaction: COPY is tried where none of its sources repeated records of late. Called once
   * for each transaction, because it counts them.
   */
  choose(sourceIds: ReadonlySet<string>): CopyChoice {
    let isTried = true
    for (const id of sourceIds) {
      const left = this.transactionsLeft.get(id)
      if (left === undefined) continue
      isTried = false
      if (left > 1) this.transactionsLeft.set(id, left - 1)
      else this.transactionsLeft.delete(id)
    }
    return new CopyChoice(isTried, this)
  }

  /** Notes a source whose rows are inserted for a while. */
  note(sourceId: string): void {
    this.transactionsLeft.set(sourceId, MAX_INSERTED_TRANSACTIONS)
  }
}

/**
 * Returns whether rows are worth a COPY: enough of them, none of them twice among themselves. They are in the
 * order of their key, which `isSameKey` compares.
 */
export const isWorthCopying = <A extends Stored>(
  sql: SqlClient.SqlClient,
  { isTried }: CopyChoice,
  rows: ReadonlyArray<A>,
  isSameKey: (a: A, b: A) => boolean
): boolean => {
  if (!isTried || rows.length < MIN_COPIED_ROWS || !canCopy(sql)) return false
  for (let i = 1; i < rows.length; i++) if (isSameKey(rows[i - 1]!, rows[i]!)) return false
  return true
}
