// Runs in words: periods, places in the queue, how long a run is kept, what the list shows and in which order.
import "../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import {
  filterOf,
  listed,
  pickedWith,
  withoutSubject
} from "../../../../src/console/pages/analyses/runList.ts"
import {
  aboutText,
  errorText,
  goneText,
  keepingOf,
  periodText,
  runGroup,
  startedText,
  statusText
} from "../../../../src/console/pages/analyses/runWords.ts"
import type { RunSummary } from "../../../../src/console/data/analyses.ts"

const ZONE = "Europe/Oslo"
const NOW = Date.parse("2026-05-14T12:36:00Z")

const run = (change: Partial<RunSummary>): RunSummary => ({
  id: "01a207d5-f160-700b-9968-9185f7867a01",
  project_id: "01a207d5-f160-700b-9968-9185f7867a00",
  module: "movement",
  status: "completed",
  name: null,
  parameters: {},
  period: null,
  subject_count: 1,
  subject_names: ["Alma"],
  area_count: null,
  queue_place: null,
  warning_count: 0,
  preview: null,
  ends_soon: false,
  error_subject: null,
  error_title: null,
  remedy: null,
  method_version: "movement/3",
  progress: 100,
  cancel_requested: false,
  input_count: 10,
  excluded_count: 0,
  result_version: 1,
  error_code: null,
  error_message: null,
  created_by_user_id: null,
  created_by: null,
  created_at: "2026-05-14T10:00:00.000Z",
  started_at: "2026-05-14T10:00:01.000Z",
  finished_at: "2026-05-14T10:00:39.000Z",
  expires_at: "2026-06-13T10:00:39.000Z",
  source_run_id: null,
  trace_id: null,
  ...change
})

describe("a period", () => {
  const said = (from: string, to: string) => periodText(from, to, ZONE, NOW)

  it("ends with its last day, and has the month once where it is the same", () => {
    assert.strictEqual(said("2026-04-30T22:00:00Z", "2026-05-14T22:00:00Z"), "1 – 14 May")
    assert.strictEqual(said("2026-04-20T10:00:00Z", "2026-05-14T10:00:00Z"), "20 Apr – 14 May")
    assert.strictEqual(said("2026-05-13T22:00:00Z", "2026-05-14T22:00:00Z"), "14 May")
  })

  it("has its years where they are not the present one", () => {
    assert.strictEqual(said("2025-06-01T10:00:00Z", "2025-08-31T10:00:00Z"), "1 Jun – 31 Aug 2025")
    assert.strictEqual(said("2025-05-14T10:00:00Z", "2026-05-14T10:00:00Z"), "14 May 2025 – 14 May 2026")
  })
})

describe("a run", () => {
  it("says its place in the queue, its progress, and that it stops", () => {
    assert.strictEqual(statusText(run({ status: "queued" }), 1), "queued, next")
    assert.strictEqual(statusText(run({ status: "queued" }), 2), "queued, second")
    assert.strictEqual(statusText(run({ status: "queued" })), "queued")
    assert.strictEqual(statusText(run({ status: "running", progress: 62 })), "62 %")
    assert.strictEqual(statusText(run({ status: "running", cancel_requested: true })), "stopping")
    assert.strictEqual(statusText(run({})), "completed")
  })

  it("is kept with a name, ends soon, or later", () => {
    assert.deepStrictEqual(keepingOf(run({ name: "Early May" }), ZONE, NOW), { text: "kept", tone: "good" })
    assert.deepStrictEqual(keepingOf(run({}), ZONE, NOW), { text: "until 13 Jun", tone: "soft" })
    assert.deepStrictEqual(
      keepingOf(run({ ends_soon: true, expires_at: "2026-05-14T13:16:00Z" }), ZONE, NOW),
      {
        text: "ends in 40 min",
        tone: "late"
      }
    )
    assert.isNull(keepingOf(run({ status: "queued", name: "Early May" }), ZONE, NOW))
  })

  it("says why it failed in the server's words, or what its code means", () => {
    assert.strictEqual(errorText(run({ error_title: "It failed.", error_message: "No room." })), "No room.")
    assert.strictEqual(errorText(run({ error_title: "It took too long." })), "It took too long.")
    assert.isNull(errorText(run({})))
  })

  it("says whom it is about, and when it began as near as is needed", () => {
    assert.strictEqual(aboutText(19, 5, { one: "cow", many: "cows" }), "19 cows, 5 areas")
    assert.strictEqual(aboutText(1, 0, { one: "cow", many: "cows" }), "1 cow")
    assert.strictEqual(startedText("2026-05-14T10:00:00Z", ZONE, NOW), "12:00")
    assert.strictEqual(startedText("2026-05-12T10:00:00Z", ZONE, NOW), "Tue 12:00")
    assert.strictEqual(startedText("2026-05-01T10:00:00Z", ZONE, NOW), "1 May")
  })
})

describe("a run that went behind an open page", () => {
  it("expired where that day has come, or was deleted or hidden", () => {
    const dateOf = (moment: string) => moment.slice(0, 10)
    const textOf = (change: Partial<RunSummary>) => goneText(run(change), NOW, dateOf)
    const past = { expires_at: "2026-05-14T12:00:00Z" }
    assert.strictEqual(
      textOf(past),
      "It expired on 2026-05-14: runs without a name are removed after 30 days."
    )
    const hidden = "It was deleted, or you may not see all of its animals any more."
    assert.strictEqual(textOf({ ...past, name: "Kept" }), hidden)
    assert.strictEqual(textOf({ expires_at: "2026-05-15T12:00:00Z" }), hidden)
  })
})

describe("the list", () => {
  const waiting = run({ id: "waiting", status: "queued", created_at: "2026-05-14T12:34:00Z" })
  const second = run({ id: "second", status: "queued", created_at: "2026-05-14T12:35:00Z" })
  const running = run({ id: "running", status: "running", created_at: "2026-05-14T12:30:00Z" })
  const kept = run({ id: "kept", name: "Pasture use", created_at: "2026-05-14T11:00:00Z" })
  const old = run({ id: "old", created_at: "2026-05-02T11:00:00Z" })

  it("has what is computed first, then the queue as it is worked off, then the newest", () => {
    assert.deepStrictEqual(
      listed([second, waiting, running, old, kept]).map(({ id }) => id),
      ["running", "waiting", "second", "kept", "old"]
    )
    assert.deepStrictEqual(
      [running, kept, old].map((one) => runGroup(one, ZONE, NOW)),
      ["Now, one at a time", "Today", "Before today"]
    )
  })

  it("is narrowed by the server", () => {
    assert.deepStrictEqual(filterOf("ending"), { ends_soon: "true" })
    assert.deepStrictEqual(filterOf("failed"), { status: "failed" })
    assert.deepStrictEqual(filterOf("kept"), { kept: "true" })
    assert.deepStrictEqual(filterOf(undefined), {})
  })

  it("offers to ask a failed run again without the subject that alone made it fail", () => {
    const error_subject = { id: "quad", name: "Quad 2" }
    const leftOf = (ids: ReadonlyArray<string>) =>
      withoutSubject({ error_subject, parameters: { entity_ids: [...ids] } })
    assert.deepStrictEqual(leftOf(["alma", "quad", "berta"]), ["alma", "berta"])
    assert.isUndefined(leftOf(["quad"]), "nobody is left")
    assert.isUndefined(leftOf(["alma"]), "it is in the other herd")
    assert.isUndefined(withoutSubject({ error_subject: null, parameters: { entity_ids: ["alma"] } }))
  })

  it("compares the two that were picked last", () => {
    assert.deepStrictEqual(pickedWith(["a"], "b"), ["a", "b"])
    assert.deepStrictEqual(pickedWith(["a", "b"], "c"), ["b", "c"])
    assert.deepStrictEqual(pickedWith(["a", "b"], "a"), ["b"])
  })
})
