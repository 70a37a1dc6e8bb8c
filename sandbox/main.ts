// The entry of an analysis thread: takes one job by message, says how far it is, answers with one result, and
// ends.
import { parentPort } from "node:worker_threads"
import type { Computed, Report, SandboxJob } from "../src/domain/analysis/SandboxJob.ts"
import { Refused } from "./Module.ts"
import { modules } from "./modules.ts"

const compute = (job: SandboxJob, say: (report: Report) => void): Computed => {
  const module = modules[job.module]
  if (module === undefined) throw new Error(`No module ${job.module}.`)
  // a module takes the jobs of its own key, which the compiler cannot see through the record
  return (module as (job: SandboxJob, progress: (percent: number, step: string) => void) => Computed)(
    job,
    (percent, step) => say({ _tag: "progress", percent, step })
  )
}

const port = parentPort
if (port === null) throw new Error("This file is the entry of a thread.")
port.once("message", (job: SandboxJob) => {
  const say = (report: Report): void => port.postMessage(report)
  try {
    say({ _tag: "done", computed: compute(job, say) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    say({ _tag: "refused", code: error instanceof Refused ? error.code : "ANALYSIS_FAILED", message })
  } finally {
    port.close()
  }
})
