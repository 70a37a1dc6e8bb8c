// Unknown identities in families.
import { assert, describe, it } from "vitest"
import { familiesOf, prefixOf } from "../../../../src/console/pages/identities/families.ts"
import type { Identity } from "../../../../src/console/data/identities.ts"

const one = (external_id: string, data_source_id = "a"): Identity => ({
  id: `${data_source_id} ${external_id}`,
  data_source_id,
  data_source_name: `source ${data_source_id}`,
  external_id,
  device_name: null,
  first_seen_at: "2026-05-01T00:00:00Z",
  last_seen_at: "2026-05-01T00:00:00Z",
  report_count: 1,
  kept_from: null,
  kept_to: null,
  ignored_at: null
})

describe("unknown identities", () => {
  it("are alike but for the digits at their end", () => {
    for (const [name, prefix] of [
      ["collar-0303", "collar-"],
      ["Ines phone", ""],
      ["12345", ""],
      ["70b3d57ed0051f44", "70b3d57e"],
      ["cow 7 b", ""]
    ] as const)
      assert.strictEqual(prefixOf(name), prefix, name)
  })

  it("are grouped by source and prefix, each family where its first member is", () => {
    const families = familiesOf([one("c-1"), one("x"), one("c-2"), one("c-3", "b")])
    assert.deepStrictEqual(
      families.map(({ members, prefix, source }) => [source, prefix, members.map((m) => m.external_id)]),
      [
        ["source a", "c-", ["c-1", "c-2"]],
        ["source a", "", ["x"]],
        ["source b", "c-", ["c-3"]]
      ]
    )
  })
})
