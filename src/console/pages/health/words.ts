// Texts about the parts of the service and their values.
import { numberText } from "../../design/numbers.ts"
import type { SystemHealth } from "../../data/health.ts"
import { lasting } from "../../time/zoneTime.ts"

type Queue = SystemHealth["queues"][number]["name"]

/** QUEUES names the queues. */
export const QUEUES: Readonly<Record<Queue, string>> = {
  observation_log: "Records for the rules",
  project_lanes: "Projects judged apart",
  late_spans: "Late records",
  automation_outbox: "Events to tell of",
  deliveries: "Messages",
  jobs: "Jobs",
  analyses: "Analyses"
}

/** secondsText formats seconds: `0.6 s`, `41 s`, `3 min 50 s`. */
export const secondsText = (seconds: number): string =>
  seconds < 10 ? `${Math.round(seconds * 10) / 10} s` : lasting(seconds)

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const

/** bytesText formats bytes in powers of 1000: `38 GB`. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${numberText(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${UNITS[power]}`
}

/** processOf returns the process of a worker: `alp-1:4711/engine` is a role of `alp-1:4711`. */
export const processOf = (worker: string): string => worker.split("/")[0]!

/** machineOf returns the machine of a worker: `alp-1:4711/engine` runs on `alp-1`. */
export const machineOf = (worker: string): string => processOf(worker).replace(/:\d+$/, "")
