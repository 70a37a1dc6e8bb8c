// What was done about an alert: who, when, why; and what is still to be done.
import type { Alert } from "../queries/alerts.ts"
import { useProject } from "../shell/useProject.ts"
import { doerWord } from "../shell/words.ts"
import { inZone, span } from "../time/zoneTime.ts"
import look from "./handling.module.css"

const VERBS: Readonly<Record<Alert["status"], string>> = {
  open: "Reopened",
  acknowledged: "Acknowledged",
  resolved: "Resolved"
}

const NEXT: Readonly<Record<Alert["status"], string | null>> = {
  open: "Nobody has it yet",
  acknowledged: "Resolve, with a note",
  resolved: null
}

const waitOf = ({ acknowledged_at, created_at }: Alert): string =>
  acknowledged_at === null
    ? "not acknowledged"
    : `open ${span((Date.parse(acknowledged_at) - Date.parse(created_at)) / 1000)}, then acknowledged`

export const Handling = ({ alert }: { readonly alert: Alert }) => {
  const { zone } = useProject()
  const next = NEXT[alert.status]
  return (
    <section className={look["section"]} aria-label="Handling">
      <h2 className={look["head"]}>
        <b>Handling</b> <span className="num">{waitOf(alert)}</span>
      </h2>
      <ol className={look["line"]}>
        <li data-tone={alert.severity}>
          <span>
            <b>Opened</b> by {alert.rule?.name ?? "a person"}
          </span>
          <time className="faint num" dateTime={alert.created_at}>
            {inZone(alert.created_at, zone, "seconds")}
          </time>
        </li>
        {alert.steps.map(({ actor, at, note, to }) => (
          <li key={at} data-tone="done">
            <span>
              <b>{VERBS[to]}</b> by <bdi>{doerWord(actor)}</bdi>
            </span>
            <time className="faint num" dateTime={at}>
              {inZone(at, zone, "seconds")}
            </time>
            {note !== null && <bdi className={look["note"]}>“{note}”</bdi>}
          </li>
        ))}
        {next !== null && (
          <li data-tone="next">
            <span className="soft">{next}</span>
          </li>
        )}
      </ol>
    </section>
  )
}
