// The server's preview of a correction: the active rules, evaluated twice over the same data.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import aside from "../../design/aside.module.css"
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
        [removed, removed === 1 ? "event goes away" : "events go away"],
        [added, added === 1 ? "comes new" : "come new"],
        [unchanged, unchanged === 1 ? "stays as it is" : "stay as they are"]
      ] as const
    ).map(([count, word]) => (
      <div key={word}>
        <dd className="num">{count}</dd>
        <dt>{word}</dt>
      </div>
    ))}
  </dl>
)

const Changes = ({ of }: { readonly of: Preview["events"] }) => {
  const { zone } = useProject()
  return (
    <ul className={look["changes"]}>
      {of.slice(0, MAX_EVENTS).map(({ change, event_id, rule_id, rule_name, time, title, told }) => (
        <li key={`${change} ${event_id ?? rule_id} ${time}`} data-change={change}>
          <span aria-label={change === "added" ? "comes" : "goes"}>{change === "added" ? "+" : "−"}</span>
          <span>
            <b>{title}</b> <span className="soft">{rule_name}</span>
            {told.length > 0 && (
              <span className={look["told"]}>
                {told.length === 1 ? "told: " : `${told.length} were told: `}
                {told.slice(0, MAX_NAMED).map(({ at, name }, i) => (
                  <span key={`${name} ${at}`} title={inZone(at, zone, "full")}>
                    {i > 0 && ", "}
                    <bdi>{name}</bdi>
                  </span>
                ))}
                {told.length > MAX_NAMED && ` and ${told.length - MAX_NAMED} more`}
              </span>
            )}
          </span>
          <time className="num soft" dateTime={time}>
            {inZone(time, zone, "dayTime")}
          </time>
        </li>
      ))}
      {of.length > MAX_EVENTS && <li className="soft">and {of.length - MAX_EVENTS} more</li>}
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
    <section className={aside["section"]} aria-label="What would change" aria-busy={data === undefined}>
      <header className={`${aside["head"]} ${look["wraps"]}`}>
        <b>What would change</b>
        {data !== undefined && (
          <span>
            rules tried twice, {inZone(data.covered_from, zone, "dayTime")} to{" "}
            {inZone(data.covered_to, zone, "dayTime")}
          </span>
        )}
      </header>
      {error !== null ? (
        <p className={look["said"]} role="alert">
          {sentenceOf(error)}
        </p>
      ) : data === undefined || draft === null ? (
        <p className={`soft ${look["said"]}`}>The rules are tried…</p>
      ) : (
        <>
          <Figures {...data} />
          <Changes of={data.events} />
          {data.truncated && (
            <p className={`soft ${look["said"]}`}>There is more: a limit of the test came first.</p>
          )}
        </>
      )}
    </section>
  )
}
