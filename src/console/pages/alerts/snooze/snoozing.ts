// Snoozes from any page: the alert, the event, the toast. All use the one dialog of the shell.
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import type { Alert } from "../../../data/alerts.ts"
import { onSignOut } from "../../../data/signOut.ts"
import { dismissToast } from "../../../data/liveStore.ts"
import type { Event } from "../../../data/events.ts"
import { endSnooze, type Snoozable, type Snooze, snooze } from "../../../data/snoozes.ts"
import { toast } from "../../../shell/toasts.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { watched } from "../../../watched.ts"

const asked = watched<Snoozable | null>(null)

/** Reads, sets and watches what the dialog is open for. */
export const { read: readSnoozing, set: askSnooze, watch: watchSnoozing } = asked
/** Closes the dialog. */
export const closeSnooze = (): void => asked.set(null)
onSignOut(closeSnooze)

/** What of an alert can be snoozed; null: no rule made it, or it has no subject. */
export const snoozableOf = (alert: Alert): Snoozable | null => {
  const id = alert.entity_id ?? alert.device_id
  const { project_id: projectId, rule } = alert
  return rule === null || id === null
    ? null
    : {
        projectId,
        rule,
        subject: { id, name: alert.entity_name ?? alert.device_name ?? words.alerts.snooze.it }
      }
}

/** As `snoozableOf`, for an event, which may have no alert because of a snooze. */
export const snoozableEvent = (event: Event): Snoozable | null => {
  const id = event.entity_id ?? event.device_id
  const { project_id: projectId, source } = event
  return source.kind !== "rule" || source.id === null || id === null
    ? null
    : {
        projectId,
        rule: { id: source.id, name: source.name ?? words.alerts.snooze.theRule },
        subject: { id, name: event.entity_name ?? event.device_name ?? words.alerts.snooze.it }
      }
}

const namesOf = ({ rule, subject }: Snoozable) => ({ rule: rule.name, subject: subject.name })

/** Returns whether the request succeeded; a refusal is shown as a toast. */
const attempt = async (
  act: () => Promise<void>,
  done: string,
  undo: (() => Promise<void>) | null
): Promise<boolean> => {
  try {
    await act()
    toast(done, "good", undo === null ? null : () => void attempt(undo, words.alerts.snooze.takenBack, null))
    return true
  } catch (refused) {
    toast(sentenceOf(refused), "bad")
    return false
  }
}

/** Snoozes until a moment (epoch ms); undo restores the snooze `before`. Returns whether it succeeded. */
export const takeSnooze = (
  what: Snoozable,
  { note, until, zone }: { readonly until: number; readonly note: string | null; readonly zone: string },
  before: Snooze | null
): Promise<boolean> => {
  dismissToast()
  return attempt(
    () => snooze(what, until, note),
    words.alerts.snooze.done({ ...namesOf(what), time: inZone(until, zone, "dayTime") }),
    () => (before === null ? endSnooze(what) : snooze(what, Date.parse(before.until), before.note))
  )
}

/** Ends the active snooze; undo restores it. */
export const takeSnoozeBack = (what: Snoozable, { note, until }: Snooze): Promise<boolean> =>
  attempt(
    () => endSnooze(what),
    words.alerts.snooze.ended(namesOf(what)),
    () => snooze(what, Date.parse(until), note)
  )
