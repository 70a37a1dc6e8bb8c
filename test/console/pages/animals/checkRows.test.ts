// A pasted table: its cells and columns, and what each of its rows must be asked.
import "../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import { checkRows } from "../../../../src/console/pages/animals/many/checkRows.ts"
import { readColumns } from "../../../../src/console/pages/animals/many/columns.ts"
import type { Herd } from "../../../../src/console/pages/animals/many/rowParts.ts"
import { typedMoment } from "../../../../src/console/pages/animals/many/typedMoment.ts"

const herd: Herd = {
  types: [
    { id: "t1", key: "cow", label: "Cow" },
    { id: "t2", key: "sheep", label: "Sheep" }
  ],
  groups: [{ id: "g1", name: "Alp herd" }],
  animals: [{ id: "a1", name: "Cow 240" }],
  tags: new Map([["0240", "d1"]]),
  wearers: new Map([["d1", "a1"]]),
  sources: [{ id: "s1", name: "Collars" }],
  zone: "Europe/Berlin",
  now: Date.UTC(2026, 4, 20),
  maySetTags: true,
  mayMakeTypes: false,
  type: "",
  group: ""
}

const checked = (text: string) => {
  const { columns, table } = readColumns(text)
  return checkRows(table.rows, columns, new Map(), herd)
}

const asked = (text: string) =>
  checked(text).map((row) =>
    "says" in row ? [row.says, ...row.remedies.map(({ label }) => label)] : [row.status]
  )

describe("a pasted table", () => {
  it("is read with tabs, semicolons or commas, quoted cells, and with or without names of its columns", () => {
    const { columns, table } = readColumns('Animal;Herd;Weight kg\n"Cow; 1";Alp herd;"71,5"\n\n')
    assert.deepStrictEqual(
      columns.map(({ part }) => part),
      ["name", "group", "attribute"]
    )
    assert.deepStrictEqual(table.rows, [["Cow; 1", "Alp herd", "71,5"]])
    const spanish = readColumns("Nombre\tDispositivo\tPuesto desde\nVaca 1\t0777\t2026-05-15")
    assert.deepStrictEqual(
      spanish.columns.map(({ part }) => part),
      ["name", "tag", "since"]
    )
    const bare = readColumns("Cow 1\tCow\nCow 2")
    assert.deepStrictEqual(bare.table.rows, [
      ["Cow 1", "Cow"],
      ["Cow 2", ""]
    ])
    assert.deepStrictEqual(
      bare.columns.map(({ part }) => part),
      ["name", "type"]
    )
  })

  it("asks what it cannot know, each with its answers as buttons", () => {
    const head = "Name\tType\tGroup\tTag\tSince\tBorn\n"
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\tAlp herd\t\t\t2022-03-14`), [["ready"]])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCoww`), [["no such type", "Cow", "Correct", "Skip"]])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\tCalves`), [
      ["no such group", "Create the group Calves", "No group"]
    ])
    assert.deepStrictEqual(asked(`${head}Cow 240\tCow`), [
      ["exists already", "Update", "Skip", "Add another"]
    ])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\t\t0240`), [["on Cow 240", "Hand over", "Without a tag"]])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\t\t0777`), [
      ["no such tag here", "Create the tag, it sends to Collars", "Without a tag"]
    ])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\t\t\t03/04/2026`), [
      ["day or month first?", "2026-04-03", "2026-03-04"]
    ])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\t\t\t\t31.04.2026`), [["no such day", "Correct", "Skip"]])
    assert.deepStrictEqual(asked(`${head}Cow 1\tCow\nCow 1\tCow`), [
      ["ready"],
      ["same as row 1", "Skip", "Add both"]
    ])
  })

  it("reads days by the clock of the project", () => {
    const moment = (text: string) => typedMoment(text, "Europe/Berlin")
    assert.deepStrictEqual(moment("15.5.2026 8:00"), { kind: "moment", at: Date.UTC(2026, 4, 15, 6) })
    assert.deepStrictEqual(moment("2026-05-15T08:00Z"), { kind: "moment", at: Date.UTC(2026, 4, 15, 8) })
    assert.deepStrictEqual(moment("25/05/2026"), { kind: "moment", at: Date.UTC(2026, 4, 24, 22) })
    assert.deepStrictEqual(moment("last May"), { kind: "no day" })
  })
})
