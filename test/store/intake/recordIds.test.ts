// Ids of records: whoever draws of the sequences, nobody is given an id that somebody else has.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Blocks, makeRecordIds, reserve } from "../../../src/store/intake/RecordIds.ts"
import { LoginSql, TestDatabase } from "../../support/sql/database.ts"

describe("a block", () => {
  it("is the number drawn and the 999 after it, given away in order and once", () => {
    const ids = new Blocks()
    assert.deepStrictEqual(ids.take(3), [])
    ids.add([1, 4001])
    assert.deepStrictEqual(ids.take(2), [1, 2])
    const next = ids.take(1000)
    assert.deepStrictEqual([next[0], next[997], next[998], next[999]], [3, 1000, 4001, 4002])
    assert.strictEqual(ids.take(5000).length, 998)
    assert.deepStrictEqual(ids.take(1), [])
  })
})

type Drawn = Record<"fixes" | "values" | "states", ReadonlyArray<number>>

layer(Layer.provideMerge(LoginSql, TestDatabase))("ids for records that are not stored yet", (it) => {
  it.effect("are as many as were asked for, and those of nobody else, however many processes draw", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const processes = [makeRecordIds(), makeRecordIds()]
      let given: ReadonlyArray<number> = []
      const draw = Effect.fnUntraced(function* (at: number, fixes: number) {
        const ids = reserve(sql, processes[at % 2]!, { fixes, values: 0, states: 1 })
        const [drawn] = yield* sql<Drawn>`select ${ids.columns}`
        const { fixes: own, states, values } = ids.given(drawn!)
        assert.deepStrictEqual([own.length, values.length, states.length], [fixes, 0, 1])
        given = given.concat(own)
      })
      yield* Effect.forEach([1, 999, 1, 2500, 0, 700, 1, 4000, 1000, 3], (n, at) => draw(at, n), {
        concurrency: 4
      })
      // a row that takes its id from the column's default draws too
      const [row] = yield* sql<{ id: number }>`select nextval('position_ids')::float8 as id`
      given = given.concat(row!.id)
      yield* draw(0, 2000)
      yield* draw(1, 250_000) // more than may be arguments of a call
      assert.strictEqual(new Set(given).size, given.length)
      assert.isTrue(given.every((id) => id > 0))
    })
  )

  it.effect("take no number of the sequence as long as some are left", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const process = makeRecordIds()
      const numbers: Array<number> = []
      for (const fixes of [600, 600, 600]) {
        const ids = reserve(sql, process, { fixes, values: 0, states: 0 })
        const [drawn] = yield* sql<Drawn>`select ${ids.columns}`
        numbers.push(drawn!.fixes.length)
        ids.given(drawn!)
      }
      assert.deepStrictEqual(numbers, [1, 1, 0])
    })
  )
})
