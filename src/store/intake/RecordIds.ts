// Ids of records before they are inserted. A sequence returns the first id of a block, so that a transaction
// asks for two numbers instead of two thousand; unused ids stay for the next transaction of this process. Those
// left when a process ends are never used.
import type * as SqlClient from "effect/sql/SqlClient"

/** IDS_PER_BLOCK is the increment of the sequences (migration 0053). */
const IDS_PER_BLOCK = 1000

const sequences = { fixes: "position_ids", values: "measurement_ids", states: "device_state_ids" } as const
type Kind = keyof typeof sequences
type OfEach<T> = Readonly<Record<Kind, T>>

const ofEach = <T>(make: (kind: Kind) => T): OfEach<T> => ({
  fixes: make("fixes"),
  values: make("values"),
  states: make("states")
})

/** Blocks are the free ids of one table in this process. */
export class Blocks {
  private readonly free: Array<{ next: number; readonly end: number }> = []

  /** Takes `n` free ids, or as many as there are. */
  take(n: number): ReadonlyArray<number> {
    const takenIds: Array<number> = []
    for (let [first] = this.free; first !== undefined && takenIds.length < n; [first] = this.free) {
      while (first.next < first.end && takenIds.length < n) takenIds.push(first.next++)
      if (first.next === first.end) this.free.shift()
    }
    return takenIds
  }

  /** Adds blocks by their first ids. */
  add(drawn: ReadonlyArray<number>): void {
    for (const first of drawn) this.free.push({ next: first, end: first + IDS_PER_BLOCK })
  }
}

/** RecordIds are the free ids of all tables. */
export type RecordIds = OfEach<Blocks>

/** Makes an empty set of free ids. */
export const makeRecordIds = (): RecordIds => ofEach(() => new Blocks())

/**
 * Reserves ids for so many records of each kind. `columns`: what a statement selects for it; `given`: the
 * ids, of its answer.
 */
export const reserve = (sql: SqlClient.SqlClient, ids: RecordIds, wanted: OfEach<number>) => {
  const takenIds = ofEach((kind) => ids[kind].take(wanted[kind]))
  // the planner expects a thousand rows of a series and ten of an array; with a thousand it would plan each
  // transaction again, at twice the cost
  const draw = (kind: Kind) =>
    sql`array(select nextval(${sql.literal(`'${sequences[kind]}'`)})::float8
      from unnest(array_fill(0, array[${Math.ceil((wanted[kind] - takenIds[kind].length) / IDS_PER_BLOCK)}::int4])))`
  return {
    columns: sql`${draw("fixes")} as fixes, ${draw("values")} as values, ${draw("states")} as states`,
    given: (drawn: OfEach<ReadonlyArray<number>>): OfEach<ReadonlyArray<number>> =>
      ofEach((kind) => {
        ids[kind].add(drawn[kind])
        return takenIds[kind].concat(ids[kind].take(wanted[kind] - takenIds[kind].length))
      })
  }
}
