// What a past that was judged again does to the ends of episodes that are on record.
import { assert, it } from "@effect/vitest"
import type { ReplayedEnd, Rewrite } from "../../../src/engine/evaluate/Rewrite.ts"
import { compare, type ExistingEvent } from "../../../src/store/engine/journal/compare.ts"
import { START } from "../../support/engine/timeline.ts"

const subject = { projectId: "project", deviceId: "collar", entityId: "animal", id: "animal" }
const moment = (second: number): Date => new Date(START + second * 1000)

const episode = (ended: number | null): ExistingEvent => ({
  id: "episode",
  key: "00",
  rule_id: "rule",
  rule_version: 1,
  time: moment(0),
  title: "fast",
  superseded: false,
  ended_at: ended === null ? null : moment(ended),
  features: [],
  alert_id: null,
  alert_status: null,
  carried_id: null,
  episode_id: null
})

/** A piece of a past from second 20 to 30, that begins with the episode open. */
const piece = (ending: ReplayedEnd | null): Rewrite => ({
  span: { ids: [1], begun: true, subject, from: START + 20_000, reasons: ["late_record"] },
  to: START + 30_000,
  traceId: "trace",
  records: 1,
  events: [],
  open: ["episode"],
  endings: new Map(ending === null ? [] : [["episode", ending]]),
  placements: new Map(),
  filterKeys: [],
  isJudgedBy: () => true
})

/** In seconds, when the episode ends by what is corrected; "as it was": nothing is. */
const corrected = (ended: number | null, ending: ReplayedEnd | null = null): number | null | "as it was" => {
  const { ends } = compare({ rewrite: piece(ending), given: [] }, [episode(ended)])
  const [end] = ends
  if (end === undefined) return "as it was"
  return end.at === null ? null : (end.at - START) / 1000
}

it("an end in the piece is decided anew; what is open at the cut may end after it", () => {
  assert.strictEqual(corrected(25), null)
  assert.strictEqual(corrected(25, { at: START + 22_000, after: null }), 22)
  assert.strictEqual(corrected(null, { at: START + 22_000, after: null }), 22)
  assert.strictEqual(corrected(40), "as it was")
})
