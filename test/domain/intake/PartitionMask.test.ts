// What the notification of the log says: the partitions that were appended to, read back as they were written.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import {
  partitionMask,
  readPartitionMask,
  writePartitionMask
} from "../../../src/domain/intake/PartitionMask.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"
import { chance } from "../../chaos/chance.ts"

const partitionsIn = (mask: bigint) =>
  ALL_PARTITIONS.filter((partition) => (mask & partitionMask([partition])) !== 0n)

describe("a mask of partitions", () => {
  it.prop(
    "reads back as the partitions it was written for, whichever they are",
    { seed: Schema.Int },
    ({ seed }) => {
      const draw = chance(seed),
        share = draw(),
        partitions = ALL_PARTITIONS.filter(() => draw() < share)
      const text = writePartitionMask(partitionMask(partitions))
      assert.match(text, /^[0-9a-f]+$/)
      assert.deepStrictEqual(partitionsIn(readPartitionMask(text)), partitions)
    }
  )

  it("holds the first and the last partition, alone and with all others", () => {
    for (const partitions of [[], [0], [PARTITIONS - 1], [0, PARTITIONS - 1], ALL_PARTITIONS])
      assert.deepStrictEqual(
        partitionsIn(readPartitionMask(writePartitionMask(partitionMask(partitions)))),
        partitions
      )
  })

  it("stands for all partitions where a text is none: empty, no number, or too long", () => {
    const tooLong = "1".repeat(Math.ceil(PARTITIONS / 4) + 1)
    for (const text of ["", " ", "g", "-1", "0x1", "1 ", tooLong])
      assert.deepStrictEqual(partitionsIn(readPartitionMask(text)), ALL_PARTITIONS, text)
  })
})
