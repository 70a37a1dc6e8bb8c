// The fields of copied rows, where the server would take wrong bytes without a word.
import { assert, describe, it } from "@effect/vitest"
import { CopyRows } from "../../../../src/store/sql/copy/CopyRows.ts"

/** The bytes of the only field of the only row. */
const fieldOf = (write: (rows: CopyRows) => void): string => {
  const rows = new CopyRows(1, 0)
  rows.row()
  write(rows)
  // behind signature, flags and extension (19 bytes), count of fields and length; before the trailer
  return Buffer.from(rows.finish())
    .subarray(19 + 2 + 4, -2)
    .toString("hex")
}

describe("CopyRows", () => {
  it("writes the bytes of a UUID in their order, in small letters or capitals", () => {
    const hex = "0123456789abcdef8f1eb2c3d4e5f607"
    const uuid = "01234567-89ab-cdef-8f1e-b2c3d4e5f607"
    assert.strictEqual(
      fieldOf((rows) => rows.uuid(uuid)),
      hex
    )
    assert.strictEqual(
      fieldOf((rows) => rows.uuid(uuid.toUpperCase())),
      hex
    )
  })

  it.each([
    "",
    "0123456789abcdef8f1eb2c3d4e5f607",
    "01234567-89ab-cdef-8f1e-b2c3d4e5f60",
    "01234567-89ab-cdef-8f1e-b2c3d4e5f6070",
    "01234567-89ab-cdef-8f1e-b2c3d4e5f60g",
    "g1234567-89ab-cdef-8f1e-b2c3d4e5f607",
    "01234567089ab-cdef-8f1e-b2c3d4e5f607",
    "0123456-789ab-cdef-8f1e-b2c3d4e5f607",
    "01234567-89ab-cdef-8f1e-b2c3d4e5f6\u06607"
  ])("throws for %j, which is no UUID", (text) => {
    assert.throws(() => fieldOf((rows) => rows.uuid(text)), /not a UUID/u)
  })
})
