// Shows whether a rule is snoozed for a subject, until when and by which member; the button snoozes it, or ends the
// snooze.
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
        Snooze…
      </button>
    ) : null
  const why = one.note === null ? "" : `: ${one.note}`
  return (
    <span className={`chip ${look["on"]}`} title={`by ${doerWord(one.actor)}${why}`}>
      <span className="num">snoozed until {inZone(one.until, zone, "dayTime")}</span>
      {writes && (
        <button className="link" onClick={() => void takeSnoozeBack(what, one)}>
          End<span className="hidden"> the snooze</span>
        </button>
      )}
    </span>
  )
}
