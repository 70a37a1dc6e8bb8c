// Which version runs on which machine, for bug reports and for machines that behave differently.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
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
      const of = version ?? words.health.versions.another
      machines.set(of, (machines.get(of) ?? new Set()).add(machineOf(worker)))
    }
  if (machines.size === 0) return [versions.pugmark]
  return [...machines].map(([version, those]) =>
    words.health.versions.runsOn({ version, machines: [...those].toSorted() })
  )
}

const clocks = ({ limits, workers }: SystemHealth): string => {
  const off = new Map(
    workers
      .flatMap(({ workers: those }) => those)
      .filter((one) => one.heartbeat_age_seconds <= limits.silent_seconds && one.clock_ahead_seconds !== 0)
      .map((one) => [machineOf(one.worker), one.clock_ahead_seconds])
  )
  return off.size === 0
    ? words.health.versions.clocksAgree
    : [...off]
        .map(([machine, ahead]) =>
          words.health.versions.clock({
            machine,
            span: secondsText(Math.abs(ahead)),
            isAhead: ahead > 0
          })
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
    [
      words.health.versions.database,
      words.health.versions.databaseStep({
        step: versions.schema_step,
        date: inZone(versions.schema_applied_at, zone, "date")
      })
    ],
    [words.health.versions.clocks, clocks(health)],
    ...(clients == null
      ? []
      : ([
          [
            words.health.versions.clients,
            clients.off_because ?? words.health.versions.clientsConnect({ address: clients.address ?? "" })
          ]
        ] as const))
  ]
  const copy = () => {
    const found = health.attention.map(({ code, detail }) => `${code}: ${detail}`)
    const status = [words.health.versions.status, health.status] as const
    const text = [...[...lines, status].map(([name, value]) => `${name}: ${value}`), ...found]
    copyText(`${text.join("\n")}\n`, words.health.versions.copied)
  }
  return (
    <Section
      title={words.health.versions.title}
      about={pugmark.length === 1 ? words.health.versions.equal : words.health.versions.different}
      acts={
        <button className="link" onClick={copy}>
          {words.health.versions.copy}
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
          <dt>{words.health.versions.brokers}</dt>
          <dd>
            {brokers.connected + brokers.disconnected === 0
              ? words.health.versions.noBrokers
              : words.health.versions.brokersConnected({
                  connected: brokers.connected,
                  count: brokers.connected + brokers.disconnected
                })}
            {brokers.disconnected > 0 && (
              <Link className="link" to="/p/$slug/operate/sources" params={{ slug: project.slug }}>
                {words.health.versions.seeSources}
              </Link>
            )}
          </dd>
        </div>
      </dl>
    </Section>
  )
}
