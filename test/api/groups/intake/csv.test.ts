import { assert, describe, it } from "@effect/vitest"
import { csvOf } from "../../../../src/api/write/csvOf.ts"

const [alma, berta, other] = [
  "019a0c1f-2b3c-7d4e-8f50-617283940516",
  "019a0c1f-2b3c-7d4e-8f50-617283940517",
  "019a0c1f-2b3c-7d4e-8f50-617283940518"
] as const

const headerOf = (...columns: ReadonlyArray<readonly [key: string, label: string, note?: string]>) =>
  csvOf({
    key: "t",
    title: "T",
    rows: [],
    columns: columns.map(([key, label, note]) => ({
      key,
      label,
      type: "number",
      unit: "h",
      ...(note === undefined ? {} : { note })
    }))
  })

describe("a header of CSV", () => {
  it("has keys, and of a weighted figure what weighs", () => {
    assert.strictEqual(
      headerOf(["hours", "Hours"], ["use", "Weighted use", "by mass"]),
      `"hours","use [by mass]"\r\n`
    )
  })

  it("names an animal or an area, with its id beside a namesake", () => {
    assert.strictEqual(headerOf([alma, "Alma"], [berta, "Berta"]), `"Alma","Berta"\r\n`)
    assert.strictEqual(
      headerOf([alma, "Alma"], [berta, "Berta"], [other, "Alma"]),
      `"Alma [${alma}]","Berta","Alma [${other}]"\r\n`
    )
    assert.strictEqual(headerOf([alma, "=1+1"]), `"'=1+1"\r\n`)
  })
})
