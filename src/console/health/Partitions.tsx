// The lag of rules per partition; of many partitions only the worst.
import { numberText } from "../look/numbers.ts"
import { Section } from "../look/Section.tsx"
import type { HealthHistory, SystemHealth } from "../queries/health.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import look from "./health.module.css"
import { Trend } from "./Trend.tsx"
import { machineOf, secondsText } from "./words.ts"

/** Partitions that are shown; of more, the worst. */
const MAX_SHOWN = 12
const WORST = 8

type Partition = SystemHealth["partitions"][number]
type Past = HealthHistory["partitions"][number]

interface RowProps {
  readonly of: Partition
  readonly past: Past | undefined
  readonly limit: number
  readonly span: string
}

const Row = ({ limit, of, past, span }: RowProps) => {
  const { zone } = useProject()
  const isOwned = of.owner_alive
  const most = past?.most ?? null
  const worst = Math.max(0, ...(past?.lag_seconds ?? []).filter((value) => value !== null))
  return (
    <tr data-wrong={of.lag_seconds > limit || !isOwned}>
      <th scope="row">{of.partition}</th>
      <td className="mono">{isOwned ? <bdi>{machineOf(of.owner ?? "")}</bdi> : "nobody"}</td>
      <td className={`end ${look["since"]}`}>
        {isOwned && of.claimed_at !== null ? inZone(of.claimed_at, zone, "clock") : "–"}
      </td>
      <td className="end">{numberText(of.unread)}</td>
      <td className={look["trend"]}>
        {past !== undefined && (
          <Trend
            values={past.lag_seconds}
            atLeast={limit / 3}
            label={`Partition ${of.partition}, ${span}: ${secondsText(worst)} behind at most`}
          />
        )}
      </td>
      <td className="end">
        <b>{secondsText(of.lag_seconds)}</b>
      </td>
      <td className={`end soft ${look["most"]}`}>
        {most === null ? "–" : `${secondsText(most.lag_seconds)}, ${inZone(most.at, zone, "clock")}`}
      </td>
    </tr>
  )
}

interface PartitionsProps {
  readonly health: SystemHealth
  readonly history: HealthHistory | undefined
  readonly span: string
}

/** Partitions shows the lag per partition. */
export const Partitions = ({ health, history, span }: PartitionsProps) => {
  const past = new Map(history?.partitions.map((one) => [one.partition, one]))
  const all = health.partitions
  const mostOf = ({ partition }: Partition) => past.get(partition)?.most?.lag_seconds ?? 0
  const worst = all
    .toSorted((a, b) => b.lag_seconds - a.lag_seconds || mostOf(b) - mostOf(a) || a.partition - b.partition)
    .slice(0, WORST)
  const shown = all.length > MAX_SHOWN ? worst : all
  const limit = health.limits.rule_lag_seconds
  return (
    <Section
      title="Rules, by partition"
      about={
        shown.length === all.length
          ? "age of the oldest record that no rule has seen"
          : `age of the oldest record that no rule has seen; the worst ${WORST} of ${all.length}`
      }
      acts={
        <span className="faint">
          {secondsText(health.rule_lag_seconds)} at worst, limit {secondsText(limit)}
        </span>
      }
    >
      <table className={`table ${look["partitions"]}`}>
        <thead>
          <tr>
            <th scope="col">Partition</th>
            <th scope="col">Engine</th>
            <th scope="col" className={`end ${look["since"]}`}>
              Since
            </th>
            <th scope="col" className="end">
              Unread
            </th>
            <th scope="col" className={look["trend"]}>
              Behind, {span}
            </th>
            <th scope="col" className="end">
              Now
            </th>
            <th scope="col" className={`end ${look["most"]}`}>
              Most in 24 h
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <Row key={one.partition} of={one} past={past.get(one.partition)} limit={limit} span={span} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}
