// The queues: length, and age of the oldest item against its limit.
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import type { HealthHistory, SystemHealth } from "../../data/health.ts"
import look from "./health.module.css"
import { Meter } from "./Meter.tsx"
import { Trend } from "./Trend.tsx"
import { secondsText } from "./words.ts"

interface QueuesProps {
  readonly health: SystemHealth
  readonly history: HealthHistory | undefined
  readonly span: string
}

/** Queues shows the queues. */
export const Queues = ({ health, history, span }: QueuesProps) => (
  <Section title={words.health.queues.title} about={words.health.queues.about}>
    <table className={`table ${look["queues"]}`}>
      <thead>
        <tr>
          <th scope="col">{words.health.queues.head.queue}</th>
          <th scope="col" className="end">
            {words.health.queues.head.waiting}
          </th>
          <th scope="col" className={look["trend"]}>
            {words.health.queues.head.oldest({ span })}
          </th>
          <th scope="col" className="end">
            {words.health.queues.head.now}
          </th>
          <th scope="col" className={look["of"]}>
            {words.health.queues.head.share}
          </th>
          <th scope="col" className="end">
            {words.health.queues.head.limit}
          </th>
        </tr>
      </thead>
      <tbody>
        {health.queues.map(({ depth, name, oldest_seconds: oldest }) => {
          const limit = health.limits.queues.find((one) => one.name === name)?.oldest_seconds
          const isWrong = limit !== undefined && oldest !== null && oldest > limit
          const past = history?.queues.find((one) => one.name === name)?.oldest_seconds ?? []
          const most = Math.max(0, ...past.filter((value) => value !== null))
          return (
            <tr key={name} data-wrong={isWrong}>
              <th scope="row">
                {words.health.queues.names[name]}
                <span className={`code ${look["key"]}`}>{name}</span>
              </th>
              <td className="end">{depth === null ? words.health.queues.unknown : numberText(depth)}</td>
              <td className={look["trend"]}>
                {history !== undefined && (
                  <Trend
                    values={past}
                    atLeast={(limit ?? 60) / 10}
                    label={words.health.queues.trend({
                      queue: words.health.queues.names[name],
                      span,
                      most: secondsText(most)
                    })}
                  />
                )}
              </td>
              <td className="end">{oldest === null ? "–" : secondsText(oldest)}</td>
              <td className={look["of"]}>
                {limit !== undefined && <Meter share={(oldest ?? 0) / limit} isWrong={isWrong} />}
              </td>
              <td className="end soft">{limit === undefined ? words.health.none : secondsText(limit)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </Section>
)
