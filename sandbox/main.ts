// The entry of an analysis thread: takes one job by message, reports its progress, answers with one result, and ends.
// Only the module of the job's key is loaded.
import { parentPort } from "node:worker_threads"
import type { Report, SandboxJob } from "../src/domain/analysis/SandboxJob.ts"
import { type Module, ComputationRefused } from "./Module.ts"

const port = parentPort
if (port === null) throw new Error("This file is the entry of a thread.")
const say = (report: Report): void => port.postMessage(report)

const compute = async (job: SandboxJob): Promise<void> => {
  try {
    // a file of the folder exports the computation by its key: `keys.test.ts` holds every module to that
    const found = (await import(`./${job.module}/${job.module}.ts`)) as Record<string, Module<SandboxJob>>
    const module = found[job.module]
    if (module === undefined) throw new Error(`No module ${job.module}.`)
    say({
      _tag: "done",
      computed: module(job, (percent, step) => say({ _tag: "progress", percent, step }))
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    say({
      _tag: "refused",
      code: error instanceof ComputationRefused ? error.code : "ANALYSIS_FAILED",
      message
    })
  } finally {
    port.close()
  }
}

port.once("message", (job: SandboxJob) => void compute(job))
