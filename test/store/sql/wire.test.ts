// Parameters that are encoded when they are made arrive as the driver's own would.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as arrays from "../../../src/store/sql/arrays.ts"
import * as columns from "../../../src/store/sql/columns.ts"
import { packTexts, utf8s } from "../../../src/store/sql/wire.ts"
import { TestSql } from "../../support/sql/database.ts"

/** Enough of each, every third null, that they are encoded at once. */
const many = <A>(make: (i: number) => A): ReadonlyArray<A | null> =>
  Array.from({ length: 200 }, (_, i) => (i % 3 === 1 ? null : make(i)))
const ids = many((i) => `01890a5d-ac96-774b-bcce-b302099a8${String(i).padStart(3, "0")}`)
const words = many((i) => 'ä🐮"\\'.repeat(i))
const utf8 = (list: ReadonlyArray<string | null>) =>
  list.map((text) => (text === null ? null : Buffer.from(text)))

layer(TestSql)("parameters that are encoded when they are made", (it) => {
  it.effect("arrive as those that are encoded when they are sent, of every type, with nulls", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rowsOf = (
        of: Pick<
          typeof arrays,
          "uuids" | "texts" | "floats" | "ints" | "bigints" | "bools" | "instants" | "byteas"
        >
      ) => sql`
      select * from unnest(${of.uuids(ids)}, ${of.texts(words)}, ${of.floats(many((i) => i / 3))},
        ${of.ints(many((i) => -i))}, ${of.bigints(many((i) => 2n ** 60n + BigInt(i)))},
        ${of.bools(many((i) => i % 2 === 0))}, ${of.instants(many((i) => 1_700_000_000_123 + i))},
          ${of.byteas(many((i) => new Uint8Array(i).fill(i)))}) as t (u, t, f, i, b, o, at, y)`
      const expected = yield* rowsOf(arrays)
      assert.strictEqual(expected.length, 200)
      assert.deepStrictEqual(yield* rowsOf(columns), expected)
    })
  )

  it.effect(
    "texts are the same whether they lie side by side or anywhere, in their order or in another, few or none",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const read = (list: ReadonlyArray<Uint8Array | null>) =>
          Effect.map(
            sql<{
              t: string | null
            }>`select t from unnest(${utf8s(list)}) with ordinality as x (t, n) order by n`,
            (rows) => rows.map((r) => r.t)
          )
        const loose = utf8(words),
          side = packTexts(loose)
        assert.deepStrictEqual(yield* read(loose), words)
        assert.deepStrictEqual(yield* read(side), words)
        assert.deepStrictEqual(yield* read(side.toReversed()), words.toReversed())
        assert.deepStrictEqual(yield* read(side.slice(1)), words.slice(1)) // begins with a null
        assert.deepStrictEqual(yield* read(side.slice(2, 90)), words.slice(2, 90))
        assert.deepStrictEqual(
          yield* read(side.filter((t) => t !== null)),
          words.filter((t) => t !== null)
        )
        // lengths lie between them that are not theirs
        const [alien] = [Buffer.from("xxxxabcdyyyyabcd")]
        assert.deepStrictEqual(yield* read([alien.subarray(4, 8), alien.subarray(12, 16)]), ["abcd", "abcd"])
        assert.deepStrictEqual(yield* read([]), [])
        const [row] = yield* sql<{
          j: unknown
        }>`select j from unnest(${columns.serialised(utf8(['{"a": ["ä"]}']))}::jsonb[]) as t (j)`
        assert.deepStrictEqual(row!.j, { a: ["ä"] })
      })
  )

  it("a value its type cannot hold throws when it is made", () => {
    assert.throws(() => columns.uuids(many(() => "no uuid")))
  })

  it.effect("columns of arrays are read as ever", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{
        u: ReadonlyArray<string>
        i: ReadonlyArray<number>
      }>`select array['01890a5d-ac96-774b-bcce-b302099a8057'::uuid] as u, array[1, null, 3] as i`
      assert.deepStrictEqual(row, { u: ["01890a5d-ac96-774b-bcce-b302099a8057"], i: [1, null as never, 3] })
    })
  )
})
