import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  bigints,
  bools,
  floats,
  instants,
  ints,
  jsons,
  serialised,
  texts,
  uuids
} from "../../../src/store/sql/arrays.ts"
import { TestSql } from "../../support/sql/database.ts"

layer(TestSql)("typed array parameters", (it) => {
  it.effect("carry every type, with nulls, through unnest", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = "01890a5d-ac96-774b-bcce-b302099a8057"
      const rows =
        yield* sql`select * from unnest(${uuids([id, null])}, ${texts(["ä", null])}, ${floats([0.1, null])},
          ${ints([7, null])},
        ${bigints([2n ** 60n, null])}, ${bools([true, null])}, ${instants([1_700_000_000_123, null])},
        ${jsons([{ a: ["b"] }, null])}, ${serialised(['{"c": 1}', null])}::jsonb[]) as t (u, t, f, i, b, o,
          at, j, s)`
      assert.deepStrictEqual(rows, [
        {
          u: id,
          t: "ä",
          f: 0.1,
          i: 7,
          b: 2n ** 60n,
          o: true,
          at: new Date(1_700_000_000_123),
          j: { a: ["b"] },
          s: { c: 1 }
        },
        { u: null, t: null, f: null, i: null, b: null, o: null, at: null, j: null, s: null }
      ])
    })
  )

  it.effect("write a string of jsons as a JSON string", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* sql`select jsonb_typeof(j) as type from unnest(${jsons(["{}", 1, [], false])}) as t (j)`,
        [{ type: "string" }, { type: "number" }, { type: "array" }, { type: "boolean" }]
      )
    })
  )
})
