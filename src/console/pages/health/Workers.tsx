// The workers: one row for each that is alive, and for each role without a worker the last one that had it.
import { words } from "../../../words/language.ts"
import { Section } from "../../design/Section.tsx"
import type { HealthHistory, SystemHealth } from "../../data/health.ts"
import { Beats } from "./Beats.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./health.module.css"
import { processOf, secondsText } from "./words.ts"

type Role = SystemHealth["workers"][number]
type Worker = Role["workers"][number]

/** Returns the work of a role, as far as the workers report it. */
const doingOf = (role: Role["role"], { worker }: Worker, health: SystemHealth): string => {
  const waits = (queue: string, none: string): string => {
    const depth = health.queues.find(({ name }) => name === queue)?.depth ?? 0
    return depth === 0 ? none : words.health.workers.waiting({ count: depth })
  }
  switch (role) {
    case "engine":
      return words.health.partitions({
        count: health.engines.find(({ alive, name }) => alive && name === processOf(worker))?.partitions ?? 0
      })
    case "work":
      return waits("jobs", words.health.workers.noJobs)
    case "delivery":
      return waits("deliveries", words.health.workers.nothingWaits)
    case "analyse":
      return waits("analyses", words.health.workers.nothingWaits)
    case "listen": {
      const { connected, disconnected } = health.data_sources
      return connected + disconnected === 0
        ? words.health.workers.noBrokers
        : words.health.workers.brokers({ connected, count: connected + disconnected })
    }
    case "serve":
      return ""
  }
}

interface RowProps {
  readonly role: Role["role"]
  readonly of: Worker
  readonly health: SystemHealth
  readonly history: HealthHistory | undefined
}

const Row = ({ health, history, of, role }: RowProps) => {
  const { beat_seconds, silent_seconds } = health.limits
  const isSilent = of.heartbeat_age_seconds > silent_seconds
  const beats = history?.workers.find(({ worker }) => worker === of.worker)?.beats
  return (
    <tr data-wrong={isSilent}>
      <th scope="row" className={look["process"]}>
        {role}
        <bdi className={`mono soft ${look["onPhone"]}`}>{processOf(of.worker)}</bdi>
      </th>
      <td className={`mono soft ${look["machine"]} ${look["process"]}`}>
        <bdi>{processOf(of.worker)}</bdi>
      </td>
      <td className={look["wide"]}>
        {history !== undefined && (
          <Beats
            beats={beats ?? history.connections.map(() => 0)}
            expected={history.step_seconds / beat_seconds}
            label={words.health.beats.of({ role })}
          />
        )}
      </td>
      <td className={`soft ${look["does"]}`}>{doingOf(role, of, health)}</td>
      <td className="end">
        {isSilent ? <b>{secondsText(of.heartbeat_age_seconds)}</b> : secondsText(of.heartbeat_age_seconds)}
      </td>
    </tr>
  )
}

/** Hours is the time axis below the heartbeats. */
const Hours = ({ of }: { readonly of: HealthHistory }) => {
  const { zone } = useProject()
  const from = Date.parse(of.from),
    to = Date.parse(of.to)
  return (
    <p className={look["hours"]}>
      {[0, 0.25, 0.5, 0.75].map((share) => (
        <span key={share}>{inZone(from + share * (to - from), zone, "clock")}</span>
      ))}
    </p>
  )
}

interface WorkersProps {
  readonly health: SystemHealth
  readonly history: HealthHistory | undefined
  /** the period in words */
  readonly span: string
}

/** Workers lists the workers of the service. */
export const Workers = ({ health, history, span }: WorkersProps) => {
  const { beat_seconds, silent_seconds } = health.limits
  const missed = new Set(
    health.attention.flatMap(({ code, subject }) => (code === "ROLE_SILENT" ? [subject] : []))
  )
  return (
    <Section
      title={words.health.workers.title}
      about={words.health.workers.about({ seconds: beat_seconds, span })}
      acts={<span className="faint">{words.health.workers.silentAfter({ seconds: silent_seconds })}</span>}
    >
      <table className={`table ${look["workers"]}`}>
        <thead>
          <tr>
            <th scope="col">{words.health.workers.head.part}</th>
            <th scope="col" className={look["machine"]}>
              {words.health.workers.head.process}
            </th>
            <th scope="col">{words.health.workers.head.beats}</th>
            <th scope="col" className={look["does"]}>
              {words.health.workers.head.work}
            </th>
            <th scope="col" className="end">
              {words.health.workers.head.lastBeat}
            </th>
          </tr>
        </thead>
        <tbody>
          {health.workers.flatMap(({ role, workers }) => {
            const alive = workers.filter((one) => one.heartbeat_age_seconds <= silent_seconds)
            const shown = alive.length > 0 ? alive : workers.slice(0, 1)
            return shown.length > 0
              ? shown.map((one) => (
                  <Row key={one.worker} role={role} of={one} health={health} history={history} />
                ))
              : [
                  <tr key={role} data-wrong={missed.has(role)}>
                    <th scope="row">{role}</th>
                    <td className="soft" colSpan={4}>
                      {words.health.workers.notSeen}
                    </td>
                  </tr>
                ]
          })}
        </tbody>
        {history !== undefined && (
          <tfoot>
            <tr>
              <td />
              <td className={look["machine"]} />
              <td>
                <Hours of={history} />
              </td>
              <td className={look["does"]} />
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </Section>
  )
}
