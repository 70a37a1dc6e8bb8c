// From reports to rows, as values: whose device, whose record, since when; and what is answered once the tables
// have spoken.
import { assert, describe, it } from "@effect/vitest"
import { refuse, type Report } from "../../../src/domain/intake/Report.ts"
import { attributeRows, type DevicesByName, onlyBatches } from "../../../src/store/intake/attributeRows.ts"
import { freshIn, outcomesOf } from "../../../src/store/intake/commit.ts"
import { summarise, split, type WriteBatch } from "../../../src/store/intake/WriteBatch.ts"

const NOON = Date.UTC(2026, 4, 1, 12)
const token = new Uint8Array(32)

const report = (device: string, at: number): Report => ({
  _tag: "Report",
  device,
  at,
  fix: {
    lon: 10,
    lat: 51,
    altitudeM: null,
    speedMps: null,
    headingDeg: null,
    accuracyM: null,
    satellites: null,
    network: false,
    valid: true,
    attributes: null
  },
  readings: [],
  states: [],
  events: [],
  remark: null
})

const batchOf = (sourceId: string, ...verdicts: WriteBatch["verdicts"]): WriteBatch =>
  split(
    {
      credential: { sourceId, tokenHash: token },
      receivedAt: NOON,
      verdicts,
      raw: verdicts.map((_, i) => ({ i }))
    },
    100
  )[0]!

const source = (id: string, history = false) => ({
  id,
  adapter_key: "generic_http",
  enabled: true,
  history,
  token_hash: token,
  previous_token_hash: null
})

/** `a` is a device of both sources, in a project until noon. */
const identified: DevicesByName = new Map(
  ["live", "archive"].map((sourceId) => [
    sourceId,
    new Map([["a", { sourceId, externalId: "a", deviceId: "device", rank: 0 }]])
  ])
)
const assignments = new Map([
  ["device", { projects: [{ projectId: "farm", from: 0, to: NOON }], entities: [] }]
])
const found = {
  assignments,
  identified,
  sources: new Map([
    ["live", source("live")],
    ["archive", source("archive", true)]
  ])
}

describe("rows of a transaction", () => {
  const live = batchOf("live", report("a", NOON - 1), refuse("ITEM_INVALID", "", "no"), report("b", NOON))
  const archive = batchOf("archive", report("a", NOON))

  it("are those of known devices, each with its owner and its arrival; an archive's arrived when they were made", () => {
    const { rows, unknown } = attributeRows([live, archive], found)
    assert.deepStrictEqual(
      rows.map(({ at, batch, owner, receivedAt }) => [batch, at, owner.projectId, receivedAt - NOON]),
      [
        [live, 0, "farm", 0],
        [archive, 0, null, 0]
      ]
    )
    assert.deepStrictEqual(
      unknown.map(({ at, batch, report: { device } }) => [batch, at, device]),
      [[live, 2, "b"]]
    )
    const past = attributeRows([batchOf("archive", report("a", NOON - 5))], found)
    assert.deepStrictEqual(
      past.rows.map((row) => row.receivedAt - NOON),
      [-5]
    )
  })

  it("arrived when each was kept, where they did not come together", () => {
    const kept = { ...batchOf("live", report("a", 1), report("a", 2)), arrivals: [10, 20] }
    assert.deepStrictEqual(
      attributeRows([kept], found).rows.map((row) => row.receivedAt),
      [10, 20]
    )
  })

  it("are left out with their batch, and nothing of the others changes", () => {
    const all = attributeRows([live, archive], found)
    const left = onlyBatches(all, (batch) => batch === archive)
    assert.deepStrictEqual(left.batches, [archive])
    assert.deepStrictEqual(left.rows, [all.rows[1]!])
    assert.lengthOf(left.unknown, 0)
  })

  it("are spoken of together: names once, the span, and how much there can be", () => {
    const summary = summarise([live, archive, batchOf("live", report("a", NOON + 7))])
    assert.deepStrictEqual(
      [...summary.names].map(([id, names]) => [id, ...names]),
      [
        ["live", "a", "b"],
        ["archive", "a"]
      ]
    )
    assert.deepInclude(summary, { from: NOON - 1, to: NOON + 7, fixes: 4, values: 0, hasActivity: false })
    assert.deepInclude(summarise([batchOf("live", refuse("ITEM_INVALID", "", "no"))]), { from: 0, to: 0 })
  })

  it("are answered by what the tables said, then by what was traced", () => {
    const batch = batchOf("live", report("a", 1), report("a", 2), report("a", 3), report("b", 4))
    const { rows } = attributeRows([batch], found)
    const [first, second, third] = rows
    const fixRow = (row: (typeof rows)[number]) => ({ id: 1, row, fix: row.report.fix! })
    const records = {
      batchId: 1,
      fixes: [fixRow(first!)],
      conflicting: [fixRow(second!)],
      values: [{ id: 1, row: third!, metric: "activity", value: 1, derived: true }],
      states: []
    }
    const stored = { rows, records, events: [], fresh: freshIn(records, [], []) }
    const outcomes = outcomesOf(
      [batch],
      stored,
      [{ batch, at: 0, outcome: { code: "METRIC_LIMIT" } }],
      [{ batch, at: 3, outcome: { status: "unassigned", code: "DEVICE_NOT_FOUND" } }]
    )
    assert.deepStrictEqual(outcomes.get(batch), [
      { status: "accepted", code: "METRIC_LIMIT" },
      { status: "accepted", code: "CONFLICTING", detail: "another fix of this time lies elsewhere" },
      { status: "duplicate" },
      { status: "unassigned", code: "DEVICE_NOT_FOUND" }
    ])
  })
})
