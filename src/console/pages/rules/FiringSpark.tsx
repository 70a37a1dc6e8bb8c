// The events of a rule in seven days: a bar per day, and a line where a new version began.
import { words } from "../../../words/language.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"
import type { ListedRule } from "../../data/rules.ts"
import look from "./rules.module.css"

const WIDTH = 188,
  HEIGHT = 34,
  BASE = HEIGHT - 3

interface FiringSparkProps {
  readonly of: ListedRule
  readonly isAlert: boolean
  readonly severity: SeverityName
}

/** The bars of a rule's events. */
export const FiringSpark = ({ isAlert, of, severity }: FiringSparkProps) => {
  const days = of.days ?? []
  const most = Math.max(4, ...days.map(({ events }) => events))
  // the first version replaced none
  const takeovers = (of.versions_7d ?? []).filter(({ version }) => version > 1)
  const step = WIDTH / 7
  const first = days[0]?.date
  const counts = days.map(({ date, events }) => `${date}: ${events}`).join(", ")
  const begun = first === undefined ? 0 : Date.parse(`${first}T00:00:00Z`)
  return (
    <svg
      className={look["spark"]}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={words.rules.spark[isAlert ? "alerts" : "events"]({ days: counts })}
    >
      <line
        x2={WIDTH}
        y1={BASE}
        y2={BASE}
        stroke="var(--line)"
        strokeDasharray={of.enabled ? undefined : "1 3"}
      />
      {days.map(({ date, events }, i) =>
        events === 0 ? null : (
          <rect
            key={date}
            x={i * step + step / 2 - 5}
            width="10"
            rx="1.5"
            y={BASE - Math.max(3, (events / most) * (BASE - 4))}
            height={Math.max(3, (events / most) * (BASE - 4))}
            data-severity={severity}
          />
        )
      )}
      {takeovers.map(({ created_at, version }) => {
        const x = ((Date.parse(created_at) - begun) / 86_400_000) * step
        return x < 0 || x > WIDTH ? null : (
          <g key={version}>
            <line x1={x} x2={x} y1="2" y2={BASE} stroke="var(--brand)" />
            <text x={Math.min(x + 3, WIDTH - 14)} y="10">
              v{version}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
