// Ids of records before they are stored. A sequence gives the first number of a block of them, so that a
// transaction asks for two numbers and not for two thousand; what it does not need stays for the next one of
// this process. What a process has left when it ends is given to nobody.
import type * as SqlClient from "effect/sql/SqlClient"

/** What the sequences grow by (migration 0053). */
const BLOCK = 1000

const sequences = { fixes: "position_ids", values: "measurement_ids", states: "device_state_ids" } as const
type Kind = keyof typeof sequences
type OfEach<T> = Readonly<Record<Kind, T>>

const ofEach = <T>(make: (kind: Kind) => T): OfEach<T> => ({
  fixes: make("fixes"),
  values: make("values"),
  states: make("states")
})

/** The ids of one table that this process may give away. */
export class Blocks {
  private readonly free: Array<{ next: number; readonly end: number }> = []

  /** As many as there are, `n` at most; nobody else is given them. */
  take(n: number): ReadonlyArray<number> {
    const taken: Array<number> = []
    for (let [first] = this.free; first !== undefined && taken.length < n; [first] = this.free) {
      while (first.next < first.end && taken.length < n) taken.push(first.next++)
      if (first.next === first.end) this.free.shift()
    }
    return taken
  }

  /** Numbers of the sequence, each the first of its block. */
  add(drawn: ReadonlyArray<number>): void {
    for (const first of drawn) this.free.push({ next: first, end: first + BLOCK })
  }
}

/** Those of all tables. */
export type RecordIds = OfEach<Blocks>

export const makeRecordIds = (): RecordIds => ofEach(() => new Blocks())

/**
 * Ids for so many records of each kind. `columns`: what a statement selects for it; `given`: the ids, with
 * what it answered.
 */
export const reserve = (sql: SqlClient.SqlClient, ids: RecordIds, wanted: OfEach<number>) => {
  const taken = ofEach((kind) => ids[kind].take(wanted[kind]))
  // of a series the planner expects a thousand rows, of an array ten: with a thousand it would plan each
  // transaction anew, at twice its cost
  const draw = (kind: Kind) =>
    sql`array(select nextval(${sql.literal(`'${sequences[kind]}'`)})::float8
      from unnest(array_fill(0, array[${Math.ceil((wanted[kind] - taken[kind].length) / BLOCK)}::int4])))`
  return {
    columns: sql`${draw("fixes")} as fixes, ${draw("values")} as values, ${draw("states")} as states`,
    given: (drawn: OfEach<ReadonlyArray<number>>): OfEach<ReadonlyArray<number>> =>
      ofEach((kind) => {
        ids[kind].add(drawn[kind])
        return taken[kind].concat(ids[kind].take(wanted[kind] - taken[kind].length))
      })
  }
}
