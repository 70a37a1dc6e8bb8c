// The steps of a trace, also those that were not reached; the detail of the chosen one is shown beside.
import { words } from "../../../words/language.ts"
import type { TracePage } from "../../data/traces.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { detailLine, stepName, took } from "./stepWords.ts"
import look from "./trace.module.css"

interface StepListProps {
  readonly of: TracePage
  /** index of the chosen step */
  readonly at: number
  readonly onChoose: (at: number) => void
}

const marks = { ok: "check", failed: "x", skipped: "minus", duplicate: "copy" } as const

/** The position of a step on the time axis of the trace, percent: start and length. */
const spanOf = (of: TracePage, step: TracePage["steps"][number]): readonly [number, number] | null => {
  if (step.at === undefined || of.duration_ms <= 0) return null
  const begun = ((Date.parse(step.at) - Date.parse(of.started_at)) / of.duration_ms) * 100
  const from = Math.min(99, Math.max(0, begun))
  return [from, Math.min(100 - from, Math.max(1, ((step.duration_ms ?? 0) / of.duration_ms) * 100))]
}

/** The steps of a trace. */
export const StepList = ({ at, of, onChoose }: StepListProps) => (
  <ol className={look["steps"]}>
    {of.steps.map((step, i) => {
      const bar = spanOf(of, step)
      return (
        <li key={`${i} ${step.name}`} data-status={step.status}>
          <button aria-current={i === at ? "step" : undefined} onClick={() => onChoose(i)}>
            <span className={look["mark"]}>
              <Icon name={marks[step.status]} size={13} />
            </span>
            <span className={look["title"]}>
              <b>{stepName(step.name)}</b> <code className="faint">{step.name}</code>
            </span>
            <span className={look["ms"]}>
              {(step.duration_ms ?? 0) > 0 ? took(step.duration_ms ?? 0) : ""}
            </span>
            <span className={look["line"]}>{detailLine(step.detail)}</span>
            {bar !== null && (
              <span className={look["bar"]} aria-hidden>
                <i style={{ left: `${bar[0]}%`, width: `${bar[1]}%` }} />
              </span>
            )}
          </button>
        </li>
      )
    })}
    {of.not_reached.map((name) => (
      <li key={name} data-status="not_reached">
        <div className={look["never"]}>
          <span className={look["mark"]} />
          <span className={look["title"]}>
            {stepName(name)} <code>{name}</code>
          </span>
          <span className={look["line"]}>{words.traces.notReached}</span>
        </div>
      </li>
    ))}
  </ol>
)
