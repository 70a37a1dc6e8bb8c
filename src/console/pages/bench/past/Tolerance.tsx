// Whether the draft would have made the same events if records had arrived late, twice, out of order or slightly
// wrong: a button, and the result in words.
import { words } from "../../../../words/language.ts"
import { type ReactNode, useEffect, useState } from "react"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Parts } from "../../../design/Parts.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { stressDocument, type StressResult } from "../../../data/ruleTests.ts"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import type { JsonObject } from "../document.ts"
import look from "./tolerance.module.css"

type State =
  | { readonly is: "asked"; readonly progress: number }
  | { readonly is: "answered"; readonly result: StressResult }
  | { readonly is: "refused"; readonly why: string }

interface ToleranceProps {
  readonly document: JsonObject
  readonly from: number
  readonly to: number
  readonly isDisabled: boolean
}

const Verdicts = ({ of }: { readonly of: StressResult }) => {
  const { zone } = useProject()
  return (
    <>
      <p className="strong">
        {of.tolerant ? words.backtest.tolerance.same : words.backtest.tolerance.depends}
      </p>
      <ul>
        {of.verdicts.map(({ changes_at, kind, says }) => {
          const first = of.variants.find(
            (one) => one.kind === kind && one.size === changes_at
          )?.first_difference
          return (
            <li key={kind} data-same={changes_at === null}>
              <Icon name={changes_at === null ? "check" : "x"} size={14} />
              <span>
                {says}
                {first != null && (
                  <span className="faint">
                    {" "}
                    <Parts
                      of={words.backtest.tolerance.first<ReactNode>({
                        event: <bdi>{first.title}</bdi>,
                        time: inZone(first.time, zone, "dayClock")
                      })}
                    />
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="faint num">
        {words.backtest.tolerance.basis({
          events: of.events,
          rows: of.rows_read,
          until: of.truncated ? inZone(of.covered_to, zone, "full") : null
        })}
      </p>
    </>
  )
}

/** Tolerance tests a rule with disturbed records. */
export const Tolerance = ({ document, from, isDisabled, to }: ToleranceProps) => {
  const { project } = useProject()
  const [last, setLast] = useState<{ readonly of: JsonObject; readonly state: State } | null>(null)
  const [left, setLeft] = useState<AbortController | null>(null)
  // a result for another draft is dropped, and its request cancelled
  const state = last?.of === document ? last.state : null
  const isGivenUp = last !== null && state === null
  useEffect(() => {
    if (isGivenUp) left?.abort()
    return () => left?.abort()
  }, [isGivenUp, left])
  const ask = async () => {
    const own = new AbortController()
    setLeft(own)
    const tell = (next: State) => {
      if (!own.signal.aborted) setLast({ of: document, state: next })
    }
    tell({ is: "asked", progress: 0 })
    try {
      const heard = ({ progress }: { readonly progress: number }) => tell({ is: "asked", progress })
      const result = await stressDocument(project.id, { document, from, to }, heard, own.signal)
      tell({ is: "answered", result })
    } catch (error) {
      tell({ is: "refused", why: sentenceOf(error) })
    }
  }
  return (
    <section className={look["tolerance"]} aria-label={words.backtest.tolerance.title}>
      <header>
        <h2>{words.backtest.tolerance.title}</h2>
        <button
          type="button"
          className="btn small"
          disabled={isDisabled || state?.is === "asked"}
          onClick={() => void ask()}
        >
          {state?.is === "asked" ? words.backtest.tolerance.running : words.backtest.tolerance.run}
        </button>
      </header>
      <div aria-live="polite">
        {state === null && <p className="faint">{words.backtest.tolerance.hint}</p>}
        {state?.is === "asked" && (
          <progress max={1} value={state.progress} aria-label={words.backtest.tolerance.progress} />
        )}
        {state?.is === "refused" && <p>{state.why}</p>}
        {state?.is === "answered" && <Verdicts of={state.result} />}
      </div>
    </section>
  )
}
