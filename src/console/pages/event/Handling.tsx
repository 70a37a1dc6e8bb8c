// The handling of an alert: steps with author, time and note, and the next actions.
import { Link } from "@tanstack/react-router"
import { TAKE_BACK_NOTE } from "../../../domain/event/takeBack.ts"
import type { Alert } from "../../data/alerts.ts"
import type { Delivery } from "../../data/events.ts"
import { useProject } from "../../shell/useProject.ts"
import { doerWord } from "../../shell/words.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import look from "./handling.module.css"

const VERBS: Readonly<Record<Alert["status"], string>> = {
  open: "Reopened",
  acknowledged: "Acknowledged",
  resolved: "Resolved"
}

type Step = Alert["steps"][number]

/** Tells whether a step undoes the one before. */
const isTakenBack = ({ from, note, to }: Step): boolean => from !== to && note === TAKE_BACK_NOTE

const verbOf = (step: Step): string =>
  isTakenBack(step) ? "Taken back" : step.from === step.to ? "Noted" : VERBS[step.to]

const NEXT: Readonly<Record<Alert["status"], string | null>> = {
  open: "Nobody has it yet",
  acknowledged: "Resolve, with a note",
  resolved: null
}

const waitOf = ({ acknowledged_at, created_at }: Alert): string =>
  acknowledged_at === null
    ? "not acknowledged"
    : `open ${span((Date.parse(acknowledged_at) - Date.parse(created_at)) / 1000)}, then acknowledged`

/** Told summarises the deliveries in one line that links to the full list. */
const Told = ({ of }: { readonly of: ReadonlyArray<Delivery> }) => {
  const { zone } = useProject()
  const sent = of.filter(({ status }) => status === "sent"),
    at = sent[0]?.finished_at ?? null
  const waiting = of.filter(({ status }) => status === "queued").length,
    others = of.length - sent.length - waiting
  const rest = [
    ...(waiting === 0 ? [] : [`${waiting} being told`]),
    ...(others === 0 ? [] : [`${others} not told`])
  ]
  if (of.length === 0) return null
  return (
    <li>
      <span>
        {sent.length > 0 && (
          <>
            Told <bdi>{[...new Set(sent.map(({ target }) => target))].join(", ")}</bdi>
          </>
        )}
        {rest.length > 0 && (
          <span className="soft">{`${sent.length > 0 ? "; " : ""}${rest.join(", ")}`}</span>
        )}
      </span>
      {at !== null && (
        <time className="faint num" dateTime={at}>
          {inZone(at, zone, "seconds")}
        </time>
      )}
    </li>
  )
}

/** Opener names the rule that made the alert, which may be deleted, or the report. */
const Opener = ({ of: { rule } }: { readonly of: Alert }) => {
  const { project } = useProject()
  if (rule === null) return "a report"
  return (
    <Link className="link" to="/p/$slug/rules/$rule" params={{ slug: project.slug, rule: rule.id }}>
      <bdi>{rule.name}</bdi> v{rule.version}
    </Link>
  )
}

interface HandlingProps {
  readonly alert: Alert
  /** deliveries, where the page does not list them */
  readonly told?: ReadonlyArray<Delivery>
}

/** Handling shows the steps of an alert and its actions. */
export const Handling = ({ alert, told = [] }: HandlingProps) => {
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
            <b>Opened</b> by <Opener of={alert} />
          </span>
          <time className="faint num" dateTime={alert.created_at}>
            {inZone(alert.created_at, zone, "seconds")}
          </time>
        </li>
        <Told of={told} />
        {/* a step without a status change is a note of the server */}
        {alert.steps.map((step) => (
          <li key={step.at} data-tone={step.from === step.to ? undefined : "done"}>
            <span>
              <b>{verbOf(step)}</b> by <bdi>{doerWord(step.actor)}</bdi>
            </span>
            <time className="faint num" dateTime={step.at}>
              {inZone(step.at, zone, "seconds")}
            </time>
            {step.note !== null && !isTakenBack(step) && <bdi className={look["note"]}>“{step.note}”</bdi>}
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
