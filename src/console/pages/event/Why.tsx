// Why an event fired: the values and limits of every condition, and the rule in words.
import { words } from "../../../words/language.ts"
import { ruleSentence } from "../rules/ruleSentence.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { AgeChip } from "../alerts/AgeChip.tsx"
import type { Event } from "../../data/events.ts"
import { type Evidence, evidence } from "../../data/evidence.ts"
import { Readings } from "../../design/Readings.tsx"
import { serverText } from "../../design/serverText.ts"
import { Sentence } from "../../design/Sentence.tsx"
import { Trouble } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { ContextList } from "./ContextList.tsx"
import { reporterOf } from "./reporterOf.ts"
import { FixQuality } from "./FixQuality.tsx"
import look from "./why.module.css"

/** Returns why a part of the evidence is missing; null: not known. */
const reasonOf = ({ reason_messages: messages, reasons }: Evidence, part: string): string | null => {
  const reason = reasons[part],
    message = messages[part]
  return reason === undefined || message === undefined ? null : serverText(reason, message)
}

/** Why shows the conditions of an event. */
export const Why = ({ event }: { readonly event: Event }) => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(evidence(project.id, event.id))
  const { kind, name } = event.source
  const sentence = ruleSentence(data)
  const byRule = kind === "rule"
  const title = byRule ? words.event.why.fired : words.event.why.reported
  return (
    <section className={look["why"]} aria-label={title}>
      <h2>
        {title} <AgeChip alert={event} />
      </h2>
      {event.description !== "" && <p className="soft">{event.description}</p>}
      {data === undefined && error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data?.values != null && <Readings of={data.values} />}
      {data?.fix != null && <FixQuality of={data.fix} />}
      {data !== undefined && data.values === null && byRule && (
        <>
          <p className="soft">{reasonOf(data, "values") ?? words.event.why.recordsGone}</p>
          <ContextList of={event} />
        </>
      )}
      {!byRule && <ContextList of={event} />}
      {(name !== null || !byRule) && (
        <div className={look["source"]}>
          {name !== null && (
            <b>
              <bdi>{name}</bdi>
            </b>
          )}{" "}
          {kind !== "rule" && <span className="chip">{reporterOf(kind)}</span>}
          {event.rule_version !== null && <span className="chip">v{event.rule_version}</span>}
          {event.rule_id !== null && (
            <Link
              className="link"
              to="/p/$slug/rules/$rule"
              params={{ slug: project.slug, rule: event.rule_id }}
            >
              {words.event.why.openRule}
            </Link>
          )}
          {sentence !== null && <Sentence parts={sentence} />}
        </div>
      )}
    </section>
  )
}
