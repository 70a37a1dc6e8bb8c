// The main number of a test: events with the draft, and with the active version.
import { words } from "../../../../words/language.ts"
import { numberText } from "../../../design/numbers.ts"
import { Parts } from "../../../design/Parts.tsx"
import type { ReactNode } from "react"
import type { SeverityName } from "../../../design/marks/Severity.tsx"
import type { TestResult } from "../../../data/ruleTests.ts"
import { Mark } from "./Lane.tsx"
import look from "./headline.module.css"

interface HeadlineProps {
  readonly result: TestResult | null
  /** name of the draft: `v4`, or `this rule` */
  readonly name: string
  readonly version: number | null
  readonly severity: SeverityName
  readonly makesAlerts: boolean
  /** estimate while the limit is dragged; null: the server's number counts */
  readonly guess: number | null
  readonly isStale: boolean
  readonly children: ReactNode
}

const Legend = ({ severity, version }: Pick<HeadlineProps, "severity" | "version">) => (
  <ul className={look["legend"]} aria-label={words.backtest.legend.label}>
    <li>
      <svg width="16" height="14" aria-hidden="true">
        <Mark severity={severity} hollow={false} x={8} y={7} />
      </svg>
      {words.backtest.legend.fires}
    </li>
    {version !== null && (
      <li>
        <svg width="16" height="14" aria-hidden="true">
          <Mark severity={severity} hollow x={8} y={7} />
        </svg>
        {words.backtest.legend.only({ version })}
      </li>
    )}
    <li>
      <svg width="16" height="14" aria-hidden="true">
        <rect y="2" width="16" height="10" rx="3" className={look["holds"]} data-severity={severity} />
      </svg>
      {words.backtest.legend.holds}
    </li>
    <li>
      <svg width="16" height="14" aria-hidden="true">
        <path d="M1 12 7 2M6 12l6-10M11 12l4-7" stroke="var(--ink3)" opacity="0.7" />
      </svg>
      {words.backtest.legend.noData}
    </li>
  </ul>
)

/** Headline shows how often the rule would have fired. */
export const Headline = (props: HeadlineProps) => {
  const { children, guess, isStale, makesAlerts, name, result, severity, version } = props
  const kind = makesAlerts ? "alerts" : "events"
  const fired = result?.counts.fired
  const reminders = result?.counts.reminders ?? 0
  const other = result?.baseline?.counts.fired
  const number = guess ?? fired
  return (
    <header className={look["headline"]} aria-busy={isStale}>
      <p className={look["number"]} data-severity={severity} role="status">
        <b className="num" data-count={guess === null ? "server" : "guess"}>
          {guess !== null && "≈ "}
          {number === undefined ? "–" : numberText(number)}
        </b>
        <span>
          {guess === null ? (
            <Parts
              of={words.backtest.headline.fired<ReactNode>({
                count: fired ?? 0,
                kind,
                name: <b>{name}</b>,
                reminders
              })}
            />
          ) : (
            words.backtest.headline.estimated({ count: guess, kind })
          )}
        </span>
      </p>
      {other !== undefined && version !== null && (
        <p className={look["number"]} data-severity="other">
          <b className="num">{numberText(other)}</b>
          <span className="soft">{words.backtest.headline.other({ version })}</span>
        </p>
      )}
      <Legend severity={severity} version={other === undefined ? null : version} />
      <div className={look["range"]}>{children}</div>
    </header>
  )
}
