// What a person at a terminal reads of the log. Finding D15.
import { assert, describe, it } from "@effect/vitest"
import { shortLog } from "../../src/process/shortLog.ts"

const line = (more: object) => ({
  ts: "2026-05-01T12:00:00.000Z",
  level: "warn",
  service: "pugmark-all",
  msg: "a delivery failed",
  trace_id: null,
  request_id: null,
  ...more
})

describe("in short", () => {
  it("a warning says when, what, its particulars, and where the whole of it is", () => {
    const said = shortLog("data/log/all.jsonl")(
      line({ code: "HTTP_500", attempts: 3, delivery_id: "d1", payload: { much: "more" } })
    )
    assert.match(
      said,
      /^\d\d:\d\d:\d\d {2}Warning: a delivery failed: code HTTP_500, attempts 3, delivery id d1 {2}\[log: data\/log\/all\.jsonl\]\n$/
    )
  })

  it("an error says its first line, not its stack", () => {
    const tell = shortLog(null)
    assert.match(
      tell(
        line({ level: "error", msg: "request failed", cause: "Error: no such table\n    at query (a.ts:1)" })
      ),
      /Error: request failed: Error: no such table\n$/
    )
    assert.match(
      tell(line({ level: "error", msg: "a run failed", error: "Error: out of memory\n    at b.ts" })),
      /Error: a run failed: Error: out of memory\n$/
    )
  })

  it.each(["info", "debug", "trace"])("what is %s is for the file alone", (level) => {
    assert.strictEqual(shortLog(null)(line({ level })), "")
  })

  it("what repeats itself is told once a minute, with how often it came meanwhile; other trouble is told beside it", () => {
    const tell = shortLog(null)
    const at = (second: number, msg = "request failed") =>
      tell(line({ ts: new Date(Date.UTC(2026, 4, 1, 12, 0, second)).toISOString(), msg }))
    assert.notStrictEqual(at(0), "")
    for (let second = 1; second < 60; second++) assert.strictEqual(at(second), "")
    assert.notStrictEqual(at(59, "a job failed"), "")
    assert.match(at(60), /request failed \(and 59 more like it\)\n$/)
    assert.strictEqual(at(61), "")
    assert.match(at(120), /request failed \(and 1 more like it\)\n$/)
  })

  it("what a stranger wrote neither steers the terminal nor fills it", () => {
    const said = shortLog(null)(line({ detail: `\u001B[2J\u009B31m\r\n\u202E${"x".repeat(10_000)}` }))
    assert.notMatch(said.slice(0, -1), /[\p{Cc}\p{Cf}]/u)
    assert.isBelow(said.length, 300)
  })
})
