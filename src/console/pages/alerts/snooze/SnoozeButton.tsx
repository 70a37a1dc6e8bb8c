// Shows whether a rule is snoozed for a subject, until when and by which member; the button snoozes it, or ends the
// snooze.
import { words } from "../../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type Snoozable, snoozesOf } from "../../../data/snoozes.ts"
import { useProject } from "../../../shell/useProject.ts"
import { doerWord } from "../../../shell/words.ts"
import { useNow } from "../../../time/useNow.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { askSnooze, takeSnoozeBack } from "./snoozing.ts"
import look from "./snooze.module.css"

/** The button of a snooze. */
export const SnoozeButton = ({ what }: { readonly what: Snoozable | null }) => {
  const { may, project, zone } = useProject()
  const now = useNow()
  const { data } = useQuery({ ...snoozesOf(project.id, what?.rule.id ?? ""), enabled: what !== null })
  if (what === null) return null
  const one = data?.find(
    ({ device_id, entity_id, until }) =>
      (entity_id ?? device_id) === what.subject.id && Date.parse(until) > now
  )
  const writes = may("alerts:write")
  if (one === undefined)
    return writes ? (
      <button className="btn" onClick={() => askSnooze(what)}>
        {words.alerts.snooze.open}
      </button>
    ) : null
  return (
    <span
      className={`chip ${look["on"]}`}
      title={words.alerts.snooze.by({ who: doerWord(one.actor), note: one.note })}
    >
      <span className="num">{words.alerts.snooze.until({ time: inZone(one.until, zone, "dayTime") })}</span>
      {writes && (
        <button
          className="link"
          aria-label={words.alerts.snooze.endSnooze}
          onClick={() => void takeSnoozeBack(what, one)}
        >
          {words.alerts.snooze.end}
        </button>
      )}
    </span>
  )
}
