// The processing steps from the payload to the alert, with the duration of each: the trace as a list.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Event, EventRecord } from "../../data/events.ts"
import { type Evidence, evidence } from "../../data/evidence.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import { iso } from "../../time/iso.ts"
import { inZone } from "../../time/zoneTime.ts"
import { detailText, stepName, took } from "../traces/stepWords.ts"
import { missingTrace } from "./missingTrace.ts"
import look from "./steps.module.css"

type Trace = NonNullable<EventRecord["trace"]>

/** Returns the word for the status of a step; undefined: it needs none. */
const statusWord = (status: string): string | undefined =>
  status === "skipped" || status === "failed" ? words.event.steps[status] : undefined

/** Returns the search for the received item; it may be stored a moment after its arrival. */
const arrivalOf = (received: string, taken: string) => ({
  taken,
  from: iso(Date.parse(received) - 1000),
  to: iso(Date.parse(received) + 5000)
})

/** Returns the time since the previous step; empty where unknown or zero. */
const since = (at: string | undefined, before: string | null | undefined): string => {
  if (at === undefined || before == null) return ""
  const gap = Date.parse(at) - Date.parse(before)
  return gap > 0 ? `+${took(gap)}` : ""
}

type Received = NonNullable<Evidence["receipt"]>

/** Receipt shows how the record arrived, before any rule evaluated it. */
const Receipt = ({ event, of: receipt }: { readonly event: Event; readonly of: Received }) => {
  const { project, zone } = useProject()
  const { received_at: received, record_id, source, taken_at: taken } = receipt
  const record = words.event.steps.record({ id: String(record_id) })
  return (
    <>
      <li>
        <span className={look["time"]}>{inZone(taken, zone, "seconds")}</span>
        <span>{words.event.steps.taken({ device: event.device_name })}</span>
      </li>
      {received !== null && (
        <li>
          <span className={look["time"]}>{inZone(received, zone, "seconds")}</span>
          <span>
            <Parts
              of={words.event.steps.received<ReactNode>({
                source: source?.name ?? null,
                record:
                  event.device_id === null ? (
                    <span className="num">{record}</span>
                  ) : (
                    <Link
                      className="link num"
                      to="/p/$slug/operate/traffic"
                      params={{ slug: project.slug }}
                      search={{ device: event.device_id, ...arrivalOf(received, taken) }}
                    >
                      {record}
                    </Link>
                  )
              })}
            />
          </span>
          <span className={look["ms"]}>{since(received, taken)}</span>
        </li>
      )}
    </>
  )
}

interface StepsProps {
  /** the event that resulted; null: none */
  readonly event: Event | null
  readonly trace: Pick<Trace, "duration_ms" | "id" | "steps"> | null
}

/** Steps lists the processing steps of an event. */
export const Steps = ({ event, trace }: StepsProps) => {
  const { may, project, zone } = useProject()
  const title = event === null ? words.event.steps.title : words.event.steps.fromPayload
  const { data: found } = useQuery({
    ...evidence(project.id, event?.id ?? ""),
    enabled: event !== null
  })
  const receipt = found?.receipt ?? null
  return (
    <section className={look["section"]} aria-label={title}>
      <h2 className={look["head"]}>
        <b>{title}</b>{" "}
        {trace !== null && trace.duration_ms > 0 && (
          <span className="num">{words.event.steps.judgedIn({ time: took(trace.duration_ms) })}</span>
        )}
        {trace !== null && (
          <Link
            className="link"
            to="/p/$slug/operate/traces/$trace"
            params={{ slug: project.slug, trace: trace.id }}
          >
            {words.event.steps.openTrace} <kbd>T</kbd>
          </Link>
        )}
      </h2>
      {event !== null && trace === null && (
        <p className={look["gone"]}>{missingTrace(event, may("traces:read"))}</p>
      )}
      <ol className={look["line"]}>
        {event !== null && receipt !== null && <Receipt event={event} of={receipt} />}
        {trace?.steps.map(({ at, detail, duration_ms, name, status }, i) => (
          <li key={`${i} ${name}`} data-status={status}>
            <span className={look["time"]}>{at === undefined ? "" : inZone(at, zone, "seconds")}</span>
            <details>
              <summary>
                <span>
                  {stepName(name)}
                  {statusWord(status) !== undefined && <span className="faint">, {statusWord(status)}</span>}
                </span>
                <Icon name="chev" size={13} />
              </summary>
              <pre>{detailText(detail)}</pre>
            </details>
            <span className={look["ms"]}>
              {duration_ms !== undefined && duration_ms > 0
                ? took(duration_ms)
                : since(at, trace.steps[i - 1]?.at ?? (i === 0 ? receipt?.received_at : undefined))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
