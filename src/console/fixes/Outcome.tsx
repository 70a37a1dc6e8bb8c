// What a correction would change, asked of the server before it is made: the rules in force, tried twice over the
// same past.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../api/Refused.ts"
import aside from "../look/aside.module.css"
import { type CurationDraft, previewOf, type Preview } from "../queries/fixes.ts"
import { useProject } from "../shell/useProject.ts"
import { useSettled } from "../shell/useSettled.ts"
import { inZone } from "../time/zoneTime.ts"
import look from "./fixes.module.css"

/** Somebody who picks one fix after the other is not asked about each. */
const PAUSE_MS = 400
/** Events that are told one by one. */
const TOLD = 40
/** Of those who were told of one, so many are named. */
const NAMED = 3

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
      {of.slice(0, TOLD).map(({ change, event_id, rule_id, rule_name, time, title, told }) => (
        <li key={`${change} ${event_id ?? rule_id} ${time}`} data-change={change}>
          <span aria-label={change === "added" ? "comes" : "goes"}>{change === "added" ? "+" : "−"}</span>
          <span>
            <b>{title}</b> <span className="soft">{rule_name}</span>
            {told.length > 0 && (
              <span className={look["told"]}>
                {told.length === 1 ? "told: " : `${told.length} were told: `}
                {told.slice(0, NAMED).map(({ at, name }, i) => (
                  <span key={`${name} ${at}`} title={inZone(at, zone, "full")}>
                    {i > 0 && ", "}
                    <bdi>{name}</bdi>
                  </span>
                ))}
                {told.length > NAMED && ` and ${told.length - NAMED} more`}
              </span>
            )}
          </span>
          <time className="num soft" dateTime={time}>
            {inZone(time, zone, "dayTime")}
          </time>
        </li>
      ))}
      {of.length > TOLD && <li className="soft">and {of.length - TOLD} more</li>}
    </ul>
  )
}

/** `of` is null while nothing is picked, or where it would be is not said. */
export const Outcome = ({ of }: { readonly of: CurationDraft | null }) => {
  const { project, zone } = useProject()
  const written = JSON.stringify(of)
  const settled = useSettled(written, PAUSE_MS)
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
