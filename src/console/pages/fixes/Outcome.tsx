// The server's preview of a correction: the active rules, evaluated twice over the same data.
import { useQuery } from "@tanstack/react-query"
import { Fragment, type ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import aside from "../../design/aside.module.css"
import { Parts } from "../../design/Parts.tsx"
import { type CurationDraft, previewOf, type Preview } from "../../data/fixes.ts"
import { useProject } from "../../shell/useProject.ts"
import { useSettled } from "../../shell/useSettled.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./fixes.module.css"

/** Debounce while fixes are being selected. */
const DEBOUNCE_MS = 400
/** Events that are listed. */
const MAX_EVENTS = 40
/** Recipients of an event that are named. */
const MAX_NAMED = 3

const Figures = ({ added, removed, unchanged }: Preview) => (
  <dl className={look["figures"]}>
    {(
      [
        ["removed", removed],
        ["added", added],
        ["unchanged", unchanged]
      ] as const
    ).map(([kind, count]) => (
      <div key={kind}>
        <dd className="num">{count}</dd>
        <dt>{words.fixes.outcome[kind]({ count })}</dt>
      </div>
    ))}
  </dl>
)

const Names = ({ of }: { readonly of: Preview["events"][number]["told"] }) => {
  const { zone } = useProject()
  return of.map(({ at, name }, i) => (
    <Fragment key={`${name} ${at}`}>
      {i > 0 && ", "}
      <span title={inZone(at, zone, "full")}>
        <bdi>{name}</bdi>
      </span>
    </Fragment>
  ))
}

const Changes = ({ of }: { readonly of: Preview["events"] }) => {
  const { zone } = useProject()
  return (
    <ul className={look["changes"]}>
      {of.slice(0, MAX_EVENTS).map(({ change, event_id, rule_id, rule_name, time, title, told }) => (
        <li key={`${change} ${event_id ?? rule_id} ${time}`} data-change={change}>
          <span
            aria-label={change === "added" ? words.fixes.outcome.addedSign : words.fixes.outcome.removedSign}
          >
            {change === "added" ? "+" : "−"}
          </span>
          <span>
            <b>{title}</b> <span className="soft">{rule_name}</span>
            {told.length > 0 && (
              <span className={look["told"]}>
                <Parts
                  of={words.fixes.outcome.told<ReactNode>({
                    names: <Names of={told.slice(0, MAX_NAMED)} />,
                    more: Math.max(0, told.length - MAX_NAMED)
                  })}
                />
              </span>
            )}
          </span>
          <time className="num soft" dateTime={time}>
            {inZone(time, zone, "dayTime")}
          </time>
        </li>
      ))}
      {of.length > MAX_EVENTS && (
        <li className="soft">{words.fixes.outcome.more({ count: of.length - MAX_EVENTS })}</li>
      )}
    </ul>
  )
}

/** Outcome previews a correction; `of` null: no fix is selected or its place is missing. */
export const Outcome = ({ of }: { readonly of: CurationDraft | null }) => {
  const { project, zone } = useProject()
  const written = JSON.stringify(of)
  const settled = useSettled(written, DEBOUNCE_MS)
  const draft: CurationDraft | null = of !== null && settled === written ? of : null
  const { data, error } = useQuery({
    ...previewOf(project.id, draft ?? { device_id: "", set: {} }),
    enabled: draft !== null
  })
  if (of === null) return null
  return (
    <section
      className={aside["section"]}
      aria-label={words.fixes.outcome.title}
      aria-busy={data === undefined}
    >
      <header className={`${aside["head"]} ${look["wraps"]}`}>
        <b>{words.fixes.outcome.title}</b>
        {data !== undefined && (
          <span>
            {words.fixes.outcome.period({
              from: inZone(data.covered_from, zone, "dayTime"),
              to: inZone(data.covered_to, zone, "dayTime")
            })}
          </span>
        )}
      </header>
      {error !== null ? (
        <p className={look["said"]} role="alert">
          {sentenceOf(error)}
        </p>
      ) : data === undefined || draft === null ? (
        <p className={`soft ${look["said"]}`}>{words.fixes.outcome.running}</p>
      ) : (
        <>
          <Figures {...data} />
          <Changes of={data.events} />
          {data.truncated && <p className={`soft ${look["said"]}`}>{words.fixes.outcome.isCut}</p>}
        </>
      )}
    </section>
  )
}
