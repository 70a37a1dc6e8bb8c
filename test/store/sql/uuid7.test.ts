import { assert, it } from "@effect/vitest"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { uuid7 } from "../../../src/store/sql/uuid7.ts"

it("ids are version 7, ascend also within a millisecond, never repeat, and spread over the partitions", () => {
  const ids = Array.from({ length: 50_000 }, () => uuid7())
  assert.isTrue(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))
  )
  assert.isTrue(ids.every((id, i) => i === 0 || ids[i - 1]! < id))
  const counts = Map.groupBy(ids, partitionOf)
  assert.strictEqual(counts.size, PARTITIONS)
  for (const list of counts.values()) assert.approximately(list.length, 50_000 / PARTITIONS, 200)
})
