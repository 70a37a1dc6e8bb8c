// The handling of an alert: steps with author, time and note, and the next actions.
import { words } from "../../../words/language.ts"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { TAKE_BACK_NOTE } from "../../../domain/event/takeBack.ts"
import type { Alert } from "../../data/alerts.ts"
import type { Delivery } from "../../data/events.ts"
import { Parts } from "../../design/Parts.tsx"
import { useProject } from "../../shell/useProject.ts"
import { doerWord } from "../../shell/words.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import look from "./handling.module.css"

type Step = Alert["steps"][number]

/** Tells whether a step undoes the one before. */
const isTakenBack = ({ from, note, to }: Step): boolean => from !== to && note === TAKE_BACK_NOTE

const kindOf = (step: Step): keyof typeof words.event.handling.steps =>
  isTakenBack(step) ? "takenBack" : step.from === step.to ? "noted" : step.to

const strong = (text: string) => <b>{text}</b>
const soft = (text: string) => <span className="soft">{text}</span>

const waitOf = ({ acknowledged_at, created_at }: Alert): string =>
  acknowledged_at === null
    ? words.event.handling.notAcknowledged
    : words.event.handling.wait({
        time: span((Date.parse(acknowledged_at) - Date.parse(created_at)) / 1000)
      })

/** Told summarises the deliveries in one line that links to the full list. */
const Told = ({ of }: { readonly of: ReadonlyArray<Delivery> }) => {
  const { zone } = useProject()
  const sent = of.filter(({ status }) => status === "sent"),
    at = sent[0]?.finished_at ?? null
  const waiting = of.filter(({ status }) => status === "queued").length,
    unsent = of.length - sent.length - waiting
  const names = [...new Set(sent.map(({ target }) => target))].join(", ")
  if (of.length === 0) return null
  return (
    <li>
      <span>
        <Parts
          of={words.event.handling.told<ReactNode>({
            names: names === "" ? null : <bdi>{names}</bdi>,
            waiting,
            unsent,
            soft
          })}
        />
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
  if (rule === null) return words.event.handling.aReport
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
  const next = alert.status === "resolved" ? null : words.event.handling.next[alert.status]
  return (
    <section className={look["section"]} aria-label={words.event.handling.title}>
      <h2 className={look["head"]}>
        <b>{words.event.handling.title}</b> <span className="num">{waitOf(alert)}</span>
      </h2>
      <ol className={look["line"]}>
        <li data-tone={alert.severity}>
          <span>
            <Parts of={words.event.handling.opened<ReactNode>({ strong, opener: <Opener of={alert} /> })} />
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
              <Parts
                of={words.event.handling.steps[kindOf(step)]<ReactNode>({
                  strong,
                  who: <bdi>{doerWord(step.actor)}</bdi>
                })}
              />
            </span>
            <time className="faint num" dateTime={step.at}>
              {inZone(step.at, zone, "seconds")}
            </time>
            {step.note !== null && !isTakenBack(step) && (
              <bdi className={look["note"]}>{words.event.handling.note({ note: step.note })}</bdi>
            )}
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
