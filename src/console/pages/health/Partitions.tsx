// The lag of rules per partition: the worst ones, or all of them by engine.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import type { HealthHistory, SystemHealth } from "../../data/health.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./health.module.css"
import { Trend } from "./Trend.tsx"
import { secondsText } from "./words.ts"

/** WORST is how many partitions are shown at first. */
const WORST = 8

type Partition = SystemHealth["partitions"][number]
type Past = HealthHistory["partitions"][number]

interface RowProps {
  readonly of: Partition
  readonly past: Past | undefined
  readonly limit: number
  readonly span: string
  /** whether its engine is named in the row */
  readonly hasEngine: boolean
}

const Row = ({ hasEngine, limit, of, past, span }: RowProps) => {
  const { zone } = useProject()
  const isOwned = of.owner_alive
  const most = past?.most ?? null
  const worst = Math.max(0, ...(past?.lag_seconds ?? []).filter((value) => value !== null))
  return (
    <tr data-wrong={of.lag_seconds > limit || !isOwned}>
      <th scope="row">{of.partition}</th>
      {hasEngine && (
        <td className={`mono ${look["process"]}`}>{isOwned ? <bdi>{of.owner}</bdi> : words.health.none}</td>
      )}
      <td className={`end ${look["since"]}`}>
        {isOwned && of.claimed_at !== null ? inZone(of.claimed_at, zone, "clock") : "–"}
      </td>
      <td className="end">{numberText(of.unread)}</td>
      <td className={look["trend"]}>
        {past !== undefined && (
          <Trend
            values={past.lag_seconds}
            atLeast={limit / 3}
            label={words.health.rules.trend({
              partition: of.partition,
              span,
              most: secondsText(worst)
            })}
          />
        )}
      </td>
      <td className="end">
        <b>{secondsText(of.lag_seconds)}</b>
      </td>
      <td className={`end soft ${look["most"]}`}>
        {most === null
          ? "–"
          : words.health.rules.most({
              lag: secondsText(most.lag_seconds),
              time: inZone(most.at, zone, "clock")
            })}
      </td>
    </tr>
  )
}

interface PartitionsProps {
  readonly health: SystemHealth
  readonly history: HealthHistory | undefined
  readonly span: string
}

/** Groups partitions by the engine that owns them and runs: first those without one, then by name. */
const byEngine = (partitions: ReadonlyArray<Partition>) =>
  [
    ...Map.groupBy(partitions, ({ owner, owner_alive }) => (owner_alive ? (owner ?? "") : "")).entries()
  ].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Partitions shows the lag per partition. */
export const Partitions = ({ health, history, span }: PartitionsProps) => {
  const [showsAll, setShowsAll] = useState(false)
  const past = new Map(history?.partitions.map((one) => [one.partition, one]))
  const all = health.partitions
  const mostOf = ({ partition }: Partition) => past.get(partition)?.most?.lag_seconds ?? 0
  const worst = all
    .toSorted(
      (a, b) =>
        Number(a.owner_alive) - Number(b.owner_alive) ||
        b.lag_seconds - a.lag_seconds ||
        mostOf(b) - mostOf(a) ||
        a.partition - b.partition
    )
    .slice(0, WORST)
  const limit = health.limits.rule_lag_seconds
  const rowOf = (one: Partition) => (
    <Row
      key={one.partition}
      of={one}
      past={past.get(one.partition)}
      limit={limit}
      span={span}
      hasEngine={!showsAll}
    />
  )
  return (
    <Section
      title={words.health.rules.title}
      about={words.health.rules.about({ worst: showsAll ? null : WORST })}
      acts={
        <>
          <span className="faint">
            {words.health.rules.atWorst({
              lag: secondsText(health.rule_lag_seconds),
              limit: secondsText(limit)
            })}
          </span>
          <button className="link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll
              ? words.health.rules.worst({ count: WORST })
              : words.health.rules.all({ count: all.length })}
          </button>
        </>
      }
    >
      <table className={`table ${look["partitions"]}`}>
        <thead>
          <tr>
            <th scope="col">{words.health.rules.head.partition}</th>
            {!showsAll && <th scope="col">{words.health.rules.head.engine}</th>}
            <th scope="col" className={`end ${look["since"]}`}>
              {words.health.rules.head.since}
            </th>
            <th scope="col" className="end">
              {words.health.rules.head.unread}
            </th>
            <th scope="col" className={look["trend"]}>
              {words.health.rules.head.behind({ span })}
            </th>
            <th scope="col" className="end">
              {words.health.rules.head.now}
            </th>
            <th scope="col" className={`end ${look["most"]}`}>
              {words.health.rules.head.most}
            </th>
          </tr>
        </thead>
        {showsAll ? (
          byEngine(all).map(([engine, partitions]) => (
            <tbody key={engine}>
              <tr className={look["group"]} data-wrong={engine === ""}>
                <th scope="rowgroup" colSpan={6} className={look["process"]}>
                  {engine === "" ? words.health.rules.noEngine : <bdi className="mono">{engine}</bdi>}{" "}
                  <span className="soft">{words.health.partitions({ count: partitions.length })}</span>
                </th>
              </tr>
              {partitions.map(rowOf)}
            </tbody>
          ))
        ) : (
          <tbody>{worst.map(rowOf)}</tbody>
        )}
      </table>
    </Section>
  )
}
