// Snoozing, from wherever somebody does it: the alert, the event, the toast. The dialog is one, of the shell.
import { sentenceOf } from "../api/Refused.ts"
import type { Alert } from "../queries/alerts.ts"
import { isTheirs } from "../queries/belongings.ts"
import { dismiss } from "../queries/desk.ts"
import type { Event } from "../queries/events.ts"
import { endSnooze, type Snoozable, type Snooze, snooze } from "../queries/snoozes.ts"
import { say } from "../shell/notices.ts"
import { inZone } from "../time/zoneTime.ts"
import { watched } from "../watched.ts"

const asked = watched<Snoozable | null>(null)

export const { read: readSnoozing, set: askSnooze, watch: watchSnoozing } = asked
export const closeSnooze = (): void => asked.set(null)
isTheirs(closeSnooze)

/** What of an alert can be snoozed; null: nothing, no rule made it or it is about nobody. */
export const snoozableOf = (alert: Alert): Snoozable | null => {
  const id = alert.entity_id ?? alert.device_id
  const { project_id: projectId, rule } = alert
  return rule === null || id === null
    ? null
    : { projectId, rule, subject: { id, name: alert.entity_name ?? alert.device_name ?? "it" } }
}

/** As `snoozableOf`, of an event, which may have made no alert because of a snooze. */
export const snoozableEvent = (event: Event): Snoozable | null => {
  const id = event.entity_id ?? event.device_id
  const { project_id: projectId, source } = event
  return source.kind !== "rule" || source.id === null || id === null
    ? null
    : {
        projectId,
        rule: { id: source.id, name: source.name ?? "the rule" },
        subject: { id, name: event.entity_name ?? event.device_name ?? "it" }
      }
}

/** Whether it was done; if not, why is told. */
const attempt = async (
  act: () => Promise<void>,
  done: string,
  undo: (() => Promise<void>) | null
): Promise<boolean> => {
  try {
    await act()
    say(done, "good", undo === null ? null : () => void attempt(undo, "Taken back.", null))
    return true
  } catch (refused) {
    say(sentenceOf(refused), "bad")
    return false
  }
}

/** Snoozes until a moment (epoch ms), and can be taken back: to what was in force `before`. Whether it did. */
export const takeSnooze = (
  what: Snoozable,
  { note, until, zone }: { readonly until: number; readonly note: string | null; readonly zone: string },
  before: Snooze | null
): Promise<boolean> => {
  dismiss()
  return attempt(
    () => snooze(what, until, note),
    `No alerts of ${what.rule.name} about ${what.subject.name} until ${inZone(until, zone, "dayTime")}.`,
    () => (before === null ? endSnooze(what) : snooze(what, Date.parse(before.until), before.note))
  )
}

/** Ends what is in force, and can be taken back. */
export const takeSnoozeBack = (what: Snoozable, { note, until }: Snooze): Promise<boolean> =>
  attempt(
    () => endSnooze(what),
    `${what.rule.name} makes alerts about ${what.subject.name} again.`,
    () => snooze(what, Date.parse(until), note)
  )
