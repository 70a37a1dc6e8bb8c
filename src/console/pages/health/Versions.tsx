// Which version runs on which machine, for bug reports and for machines that behave differently.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Section } from "../../design/Section.tsx"
import { clientAddress } from "../../data/clients.ts"
import type { SystemHealth } from "../../data/health.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./health.module.css"
import { machineOf, secondsText } from "./words.ts"
import { copyText } from "../../shell/clipboard.ts"

/** Returns the running versions with their machines. */
const running = ({ limits, versions, workers }: SystemHealth): ReadonlyArray<string> => {
  const machines = new Map<string, Set<string>>()
  for (const { workers: those } of workers)
    for (const { heartbeat_age_seconds: age, version, worker } of those) {
      if (age > limits.silent_seconds) continue
      const of = version ?? "another"
      machines.set(of, (machines.get(of) ?? new Set()).add(machineOf(worker)))
    }
  if (machines.size === 0) return [versions.pugmark]
  return [...machines].map(([version, those]) => `${version} on ${[...those].toSorted().join(" and ")}`)
}

const clocks = ({ limits, workers }: SystemHealth): string => {
  const off = new Map(
    workers
      .flatMap(({ workers: those }) => those)
      .filter((one) => one.heartbeat_age_seconds <= limits.silent_seconds && one.clock_ahead_seconds !== 0)
      .map((one) => [machineOf(one.worker), one.clock_ahead_seconds])
  )
  return off.size === 0
    ? "all agree with the database’s"
    : [...off]
        .map(
          ([machine, ahead]) => `${machine} ${secondsText(Math.abs(ahead))} ${ahead > 0 ? "ahead" : "behind"}`
        )
        .join(", ")
}

/** Versions shows the running versions. */
export const Versions = ({ health }: { readonly health: SystemHealth }) => {
  const { project, zone } = useProject()
  const { data_sources: brokers, versions } = health
  const { data: clients } = useQuery(clientAddress)
  const pugmark = running(health)
  const lines: ReadonlyArray<readonly [string, string]> = [
    ["Pugmark", pugmark.join("; ")],
    ["Node", versions.node],
    ["PostgreSQL", versions.postgresql],
    ["Database", `step ${versions.schema_step}, since ${inZone(versions.schema_applied_at, zone, "date")}`],
    ["Clocks", clocks(health)],
    ...(clients == null
      ? []
      : ([["AI clients", clients.off_because ?? `connect at ${clients.address}`]] as const))
  ]
  const copy = () => {
    const found = health.attention.map(({ code, detail }) => `${code}: ${detail}`)
    const text = [...lines.map(([name, value]) => `${name}: ${value}`), `Status: ${health.status}`, ...found]
    copyText(`${text.join("\n")}\n`, "Versions and what is wrong are on the clipboard.")
  }
  return (
    <Section
      title="Versions"
      about={pugmark.length === 1 ? "all on the same one" : "not all on the same one"}
      acts={
        <button className="link" onClick={copy}>
          Copy for a report
        </button>
      }
    >
      <dl className={look["room"]}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Brokers</dt>
          <dd>
            {brokers.connected + brokers.disconnected === 0
              ? "no source connects to one"
              : `${brokers.connected} of ${brokers.connected + brokers.disconnected} connected`}
            {brokers.disconnected > 0 && (
              <Link className="link" to="/p/$slug/operate/sources" params={{ slug: project.slug }}>
                Which are not
              </Link>
            )}
          </dd>
        </div>
      </dl>
    </Section>
  )
}
