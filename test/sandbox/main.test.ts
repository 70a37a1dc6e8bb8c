// The entry of the thread, as a thread: data goes in by message, reports come back, and it ends by itself.
import { once } from "node:events"
import { assert, describe, it } from "vitest"
import type { Report, SandboxJob } from "../../src/domain/analysis/SandboxJob.ts"
import { startThread } from "../../src/process/startThread.ts"
import { movement } from "../../sandbox/movement/movement.ts"
import { jobOf, main } from "./job.ts"
import { wander } from "./movement/walks.ts"

const ask = async (job: SandboxJob): Promise<ReadonlyArray<Report>> => {
  const worker = startThread(new URL("../../sandbox/main.ts", import.meta.url), {})
  const reports: Array<Report> = []
  worker.on("message", (report: Report) => reports.push(report))
  worker.postMessage(
    job,
    job.tracks.flatMap(
      (t) =>
        [
          t.time.buffer,
          t.lon.buffer,
          t.lat.buffer,
          t.accuracy_m.buffer,
          t.satellites.buffer
        ] as Array<ArrayBuffer>
    )
  )
  const [code] = (await once(worker, "exit")) as [number]
  assert.strictEqual(code, 0)
  return reports
}

const job = () => jobOf({ periods: [main(20)], rows: [{ main: wander(1, 500) }] })

describe("an analysis thread", () => {
  it("says how far it is, ends with the result, and that is the one computed here", async () => {
    const given = job()
    const reports = await ask(given)
    assert.strictEqual(given.tracks[0]!.time.length, 0, "the columns are given away")
    assert.isAbove(reports.filter((r) => r._tag === "progress").length, 5)
    const last = reports.at(-1)!
    assert.deepStrictEqual(last, { _tag: "done", computed: movement(job(), () => undefined) })
  })

  it("an error is an answer too", async () => {
    const [report] = (await ask({ ...job(), timezone: "Europe/Nowhere" })).slice(-1)
    assert.strictEqual(report!._tag, "refused")
    assert.deepInclude(report, { code: "ANALYSIS_FAILED" })
  })
})
