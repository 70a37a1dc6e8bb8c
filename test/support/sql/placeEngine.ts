// Engine processes that a test only writes into the database.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ints } from "../../../src/store/sql/arrays.ts"

/** Writes that a process was heard so long ago, and that it claimed partitions. */
export const placeEngine = Effect.fnUntraced(function* (
  name: string,
  partitions: ReadonlyArray<number>,
  heardAgo = "0 seconds"
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into cluster_runners (address, runner, last_heartbeat)
    values (${`${name}/uuid:0`}, '{}', now() - ${heardAgo}::interval)`
  yield* sql`
    update partition_cursor
    set owner = ${name}, epoch = epoch + 1, claimed_at = now()
    where partition = any(${ints(partitions)})`
})
