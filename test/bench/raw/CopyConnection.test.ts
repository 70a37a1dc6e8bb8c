import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { TestSql } from "../../support/sql/database.ts"
import { CopyConnection } from "./CopyConnection.ts"
import { COPY_POSITIONS, positionRows } from "./positionRows.ts"

const fix = (at: number) => ({
  subject: 0,
  at,
  lon: 11.5,
  lat: -47.25,
  altitude: 812.5,
  speed: 0,
  heading: 359.9,
  accuracy: 2.5
})

layer(TestSql)("CopyConnection", (it) => {
  it.effect("inserts positions, and goes on after a COPY that PostgreSQL refuses", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connection = yield* CopyConnection.open(yield* DatabaseUrl)
      const device = v7(),
        encode = positionRows({ devices: [device], entities: [v7()], project: v7() })
      const copy = (...times: ReadonlyArray<number>) =>
        Effect.tryPromise({
          try: () => connection.copy(COPY_POSITIONS, encode(times.map(fix), 1_800_000_000_000)),
          catch: (error) => (error as Error).message
        })
      yield* copy(1_700_000_000_000, 1_700_000_010_000)
      const message = yield* Effect.flip(copy(1_700_000_020_000, 1_700_000_000_000))
      assert.match(message, /^PostgreSQL refused: duplicate key value violates unique constraint/)
      yield* copy(1_700_000_030_000)
      const rows = yield* sql`
        select extract(epoch from original_time)::float8 as at, lon, lat, altitude_m, heading_deg, satellites
        from positions where device_id = ${device}::uuid order by original_time`
      const values = { lon: 11.5, lat: -47.25, altitude_m: 812.5, heading_deg: 359.9, satellites: 9 }
      assert.deepStrictEqual(
        rows,
        [1_700_000_000, 1_700_000_010, 1_700_000_030].map((at) => ({ at, ...values }))
      )
    }).pipe(Effect.scoped)
  )
})
