import { assert, it } from "@effect/vitest"
import { positionRows } from "./positionRows.ts"

it("positions are rows of PostgreSQL's binary COPY: a header, 14 fields with their lengths, and an end", () => {
  const device = "01a22c6d-d004-7616-b3aa-41410ffb93c7"
  const encode = positionRows({ devices: [device], entities: [device], project: device })
  const fix = {
    subject: 0,
    at: Date.UTC(2000, 0, 1) + 1,
    lon: 11.5,
    lat: -47.25,
    altitude: 812.5,
    speed: 0,
    heading: 359.9,
    accuracy: 2.5
  }
  const body = Buffer.from(encode([fix, fix], Date.UTC(1999, 11, 31)))
  assert.strictEqual(body.toString("latin1", 0, 11), "PGCOPY\n\xff\r\n\0")
  const row = (start: number) => {
    assert.strictEqual(body.readInt16BE(start), 14)
    const fields: Array<Buffer> = []
    let offset = start + 2
    for (let field = 0; field < 14; field++) {
      const length = body.readInt32BE(offset)
      fields.push(body.subarray(offset + 4, offset + 4 + length))
      offset += 4 + length
    }
    return { fields, end: offset }
  }
  const first = row(19),
    second = row(first.end)
  assert.strictEqual(body.readInt16BE(second.end), -1)
  assert.strictEqual(body.length, second.end + 2)
  const { fields } = second
  for (const id of fields.slice(0, 3)) assert.strictEqual(id.toString("hex"), device.replaceAll("-", ""))
  assert.strictEqual(fields[3]!.toString(), "gnss")
  assert.strictEqual(fields[4]!.readBigInt64BE(), 1000n) // microseconds since 2000
  assert.deepStrictEqual(
    fields.slice(5, 11).map((value) => value.readDoubleBE()),
    [11.5, -47.25, 812.5, 0, 359.9, 2.5]
  )
  assert.strictEqual(fields[11]!.readInt16BE(), 9)
  assert.strictEqual(fields[12]!.readBigInt64BE(), -86_400_000_000n)
  assert.strictEqual(fields[13]!.readBigInt64BE(), 0n)
})
