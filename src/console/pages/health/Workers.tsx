// The workers: one row for each that is alive, and for each role without a worker the last one that had it.
import { counted } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import type { HealthHistory, SystemHealth } from "../../data/health.ts"
import { Beats } from "./Beats.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./health.module.css"
import { processOf, secondsText } from "./words.ts"

type Role = SystemHealth["workers"][number]
type Worker = Role["workers"][number]

/** Returns the work of a role in words, as far as the workers report it. */
const doingOf = (role: Role["role"], { worker }: Worker, health: SystemHealth): string => {
  const waits = (queue: string, none: string): string => {
    const depth = health.queues.find(({ name }) => name === queue)?.depth ?? 0
    return depth === 0 ? none : `${depth} wait`
  }
  switch (role) {
    case "engine":
      return counted(
        health.engines.find(({ alive, name }) => alive && name === processOf(worker))?.partitions ?? 0,
        "partition"
      )
    case "work":
      return waits("jobs", "no job")
    case "delivery":
      return waits("deliveries", "none waits")
    case "analyse":
      return waits("analyses", "none waits")
    case "listen": {
      const { connected, disconnected } = health.data_sources
      return connected + disconnected === 0
        ? "no broker"
        : `${connected} of ${counted(connected + disconnected, "broker")}`
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
            label={`Beats of ${role}`}
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
      title="Workers"
      about={`a beat every ${beat_seconds} s, ${span}`}
      acts={<span className="faint">silent after {silent_seconds} s</span>}
    >
      <table className={`table ${look["workers"]}`}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className={look["machine"]}>
              Process
            </th>
            <th scope="col">Beats</th>
            <th scope="col" className={look["does"]}>
              At work on
            </th>
            <th scope="col" className="end">
              Last beat
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
                      none in the last day
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
