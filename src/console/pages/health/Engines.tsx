// The engine processes, a row each: how much of the log each evaluates, and how far it is behind. Two of one machine
// differ in their process id.
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import type { SystemHealth } from "../../data/health.ts"
import { span } from "../../time/zoneTime.ts"
import look from "./health.module.css"
import { Meter } from "./Meter.tsx"
import { secondsText } from "./words.ts"

type Engine = SystemHealth["engines"][number]

/** Returns what the engines do together. */
const sharing = (engines: ReadonlyArray<Engine>, partitions: number): string => {
  const running = engines.filter(({ alive }) => alive),
    owned = running.reduce((n, engine) => n + engine.partitions, 0)
  return words.health.engines.sharing({ running: running.length, owned, partitions })
}

interface RowProps {
  readonly of: Engine
  readonly health: SystemHealth
}

const Row = ({ health, of }: RowProps) => {
  const { at, limits, partitions } = health
  const isWrong = !of.alive || of.lag_seconds > limits.rule_lag_seconds
  const secondsSince = (moment: string) => (Date.parse(at) - Date.parse(moment)) / 1000
  return (
    <tr data-wrong={isWrong}>
      <th scope="row" className={`mono ${look["process"]}`}>
        <bdi>{of.name}</bdi>
        {!of.alive && <b className={look["key"]}>{words.health.engines.silent}</b>}
      </th>
      <td className="end">{of.partitions}</td>
      <td className={look["of"]}>
        <Meter share={of.partitions / Math.max(1, partitions.length)} isWrong={!of.alive} />
      </td>
      <td className="end">{numberText(of.unread)}</td>
      <td className="end">
        <b>{secondsText(of.lag_seconds)}</b>
      </td>
      <td className={`end soft ${look["since"]}`}>
        {of.claimed_at === null
          ? "–"
          : words.health.engines.claimed({ span: span(secondsSince(of.claimed_at)) })}
      </td>
      <td className={`end soft ${look["most"]}`}>
        {of.alive && of.started_at !== null ? span(secondsSince(of.started_at)) : "–"}
      </td>
    </tr>
  )
}

/** Engines summarizes the partitions by engine. */
export const Engines = ({ health }: { readonly health: SystemHealth }) => {
  const { engines, partitions } = health
  const unclaimed = partitions.filter(({ owner }) => owner === null)
  return (
    <Section title={words.health.engines.title} about={sharing(engines, partitions.length)}>
      <table className={`table ${look["partitions"]}`}>
        <thead>
          <tr>
            <th scope="col">{words.health.engines.head.process}</th>
            <th scope="col" className="end">
              {words.health.engines.head.partitions}
            </th>
            <th scope="col" className={look["of"]}>
              {words.health.engines.head.share}
            </th>
            <th scope="col" className="end">
              {words.health.engines.head.unread}
            </th>
            <th scope="col" className="end">
              {words.health.engines.head.behind}
            </th>
            <th scope="col" className={`end ${look["since"]}`}>
              {words.health.engines.head.claimed}
            </th>
            <th scope="col" className={`end ${look["most"]}`}>
              {words.health.engines.head.runs}
            </th>
          </tr>
        </thead>
        <tbody>
          {engines.map((engine) => (
            <Row key={engine.name} of={engine} health={health} />
          ))}
          {unclaimed.length > 0 && (
            <tr data-wrong>
              <th scope="row">{words.health.none}</th>
              <td colSpan={6}>{words.health.engines.unclaimed({ count: unclaimed.length })}</td>
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  )
}
