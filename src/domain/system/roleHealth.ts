// Roles without a heartbeat, and machines whose clocks differ.
import { isObject } from "../isObject.ts"
import { CLOCK_REMEDY } from "./clocks.ts"
import { roundSeconds } from "./roundSeconds.ts"
import type { BeatingRole, SystemFacts } from "./SystemFacts.ts"
import type { HealthLine } from "./SystemHealth.ts"
import { SILENT_SECONDS } from "./SystemLimits.ts"

/**
 * Seconds from the start of the first role within which the others may still be on their way: an old machine
 * loads its programs slowly.
 */
export const STARTING_SECONDS = 60

const missing: Readonly<
  Record<BeatingRole, readonly [severity: HealthLine["severity"], consequence: string]>
> = {
  serve: ["critical", "Nobody answers."],
  engine: ["critical", "No rule is judged. What comes in is stored and judged later."],
  work: ["critical", "The log is not trimmed, months are not made, jobs wait."],
  delivery: ["critical", "Nobody is told of events. They are kept, and told while they are fresh enough."],
  listen: ["warning", "Brokers are not heard. What they keep comes later."],
  analyse: ["warning", "Analyses wait. Nothing else does."]
}

const commandOf = (role: BeatingRole): string =>
  `node src/main.ts ${role === "delivery" || role === "listen" ? "work" : role}`

/**
 * Seconds since the first of the workers that are alive was started, where that is a moment ago: what is
 * missing may be on its way, and what waited is being caught up with. null: the service runs for longer, or
 * no worker is alive.
 */
export const startedAgo = ({ at, workers }: Pick<SystemFacts, "at" | "workers">): number | null => {
  const alive = workers.flatMap(({ workers: those }) =>
    those.filter((w) => w.heartbeat_age_seconds <= SILENT_SECONDS)
  )
  const ago = Math.max(...alive.map((w) => (Date.parse(at) - Date.parse(w.started_at)) / 1000))
  return ago >= 0 && ago < STARTING_SECONDS ? ago : null
}

/** Returns the problems of roles without a living worker; a role that is not needed is not missed. */
export const silentRoles = (facts: SystemFacts, wantsAnalyses: boolean): ReadonlyArray<HealthLine> => {
  const attention: Array<HealthLine> = []
  const started = startedAgo(facts)
  for (const { heartbeat_age_seconds: age, role } of facts.workers) {
    if ((age !== null && age <= SILENT_SECONDS) || (role === "analyse" && !wantsAnalyses)) continue
    const [severity, consequence] = missing[role]
    if (started !== null) {
      attention.push({
        code: "ROLE_SILENT",
        severity: "warning",
        subject: role,
        detail:
          `The service has just started (${roundSeconds(started)} ago), and no worker of the role ${role} has ` +
          `said yet that it is alive.`,
        remedy:
          `Look again in a minute. If it is missing then: ${commandOf(role)} starts one, and its log ` +
          `says what holds it (DATA_DIR/log).`
      })
      continue
    }
    attention.push({
      code: "ROLE_SILENT",
      severity,
      subject: role,
      detail:
        age === null
          ? `No worker of the role ${role} has been seen for a day. ${consequence}`
          : `The last worker of the role ${role} was seen ${roundSeconds(age)} ago. ${consequence}`,
      remedy:
        `Start one: ${commandOf(role)} (npm start runs all of them). If it runs, its log says what ` +
        `holds it: DATA_DIR/log.`
    })
  }
  return attention
}

/** Returns the problems of machines of living workers whose clock is not the database's. */
export const differingClocks = (facts: SystemFacts): ReadonlyArray<HealthLine> => {
  const attention: Array<HealthLine> = []
  const strange = facts.workers.flatMap(({ workers }) =>
    workers.filter((w) => w.heartbeat_age_seconds <= SILENT_SECONDS && w.clock_ahead_seconds !== 0)
  )
  for (const [machine, seconds] of new Map(
    strange.map((w) => [w.worker.split(":", 1)[0]!, w.clock_ahead_seconds])
  )) {
    attention.push({
      code: "CLOCK_DIFFERS",
      severity: "warning",
      subject: machine,
      detail:
        `The clock of ${machine} is ${roundSeconds(Math.abs(seconds))} ${seconds > 0 ? "ahead of" : "behind"} ` +
        `the database's.`,
      remedy: CLOCK_REMEDY
    })
  }
  return attention
}

/**
 * What each `serve` says of itself with its heartbeat and that has to be the same for all: browsers ask any
 * of them.
 */
const sharedParts = [
  {
    member: "public_url",
    name: "PUBLIC_URL",
    remedy: "Set the same PUBLIC_URL on every machine that runs serve, and restart them."
  },
  {
    member: "basemap",
    name: "basemap.pmtiles",
    remedy:
      "Put the same file, with the same time of change, into DATA_DIR of every serve, or a link to one in a " +
      "shared folder (rsync --times)."
  }
] as const

/** Returns the parts in which the living workers of `serve` differ. */
export const differingServes = (facts: SystemFacts): ReadonlyArray<HealthLine> => {
  const living = facts.workers
    .flatMap(({ role, workers }) => (role === "serve" ? workers : []))
    .filter((w) => w.heartbeat_age_seconds <= SILENT_SECONDS)
  return sharedParts.flatMap(({ member, name, remedy }): ReadonlyArray<HealthLine> => {
    const values = new Map(
      living.flatMap(({ detail, worker }) => {
        const value = isObject(detail) ? detail[member] : undefined
        return value === undefined ? [] : [[worker, typeof value === "string" ? value : "none"] as const]
      })
    )
    if (new Set(values.values()).size < 2) return []
    const shown = [...values].map(([worker, value]) => `${worker} has ${value}`).join(", ")
    return [
      {
        code: "SERVES_DIFFER",
        severity: "warning",
        subject: name,
        detail: `The processes of the role serve differ in ${name}: ${shown}.`,
        remedy
      }
    ]
  })
}
