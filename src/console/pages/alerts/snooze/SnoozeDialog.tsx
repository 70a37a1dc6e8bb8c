// The dialog of a snooze: usual times by one click, or a day and a clock. The input is kept as a draft until the
// server has it, or the dialog is closed.
import { words } from "../../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useRef, useSyncExternalStore } from "react"
import { Parts } from "../../../design/Parts.tsx"
import { useModal } from "../../../design/useModal.ts"
import { type Snoozable, snoozesOf } from "../../../data/snoozes.ts"
import { useProject } from "../../../shell/useProject.ts"
import { useNow } from "../../../time/useNow.ts"
import { momentOf, wallTime } from "../../../time/wallTime.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { keptAs, type Members, textIn, useWriting } from "../../../writing.ts"
import { closeSnooze, readSnoozing, takeSnooze, watchSnoozing } from "./snoozing.ts"
import { snoozeTimes } from "./snoozeTimes.ts"
import look from "./snooze.module.css"

const DAY_MS = 86_400_000
const YEAR_MS = 366 * DAY_MS

/** A future moment; with its weekday within the next six days. */
const shortly = (moment: number, now: number, zone: string): string =>
  inZone(moment, zone, moment - now < 6 * DAY_MS ? "dayClock" : "dayTime")

const nameOf = ({ rule, subject }: Snoozable): string => `snooze ${rule.id} ${subject.id}`

const writtenIn = ({ note, own }: Members) => ({ note: textIn(note), own: textIn(own) })

const Form = ({ what }: { readonly what: Snoozable }) => {
  const { zone } = useProject()
  const now = useNow()
  const { data } = useQuery(snoozesOf(what.projectId, what.rule.id))
  const { forget, put, value } = useWriting(what.projectId, nameOf(what), writtenIn)
  const form = useRef<HTMLFormElement>(null)
  const note = value.note.trim(),
    until = momentOf(value.own, zone)
  const before =
    data?.find(({ device_id, entity_id }) => (entity_id ?? device_id) === what.subject.id) ?? null
  const take = async (at: number) => {
    closeSnooze()
    if (await takeSnooze(what, { until: at, note: note === "" ? null : note, zone }, before)) forget()
  }
  return (
    <form
      ref={form}
      className={look["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (until !== undefined) void take(until)
      }}
    >
      <h2 id="snooze">
        <Parts
          of={words.alerts.snooze.title<ReactNode>({
            rule: <bdi>{what.rule.name}</bdi>,
            subject: <bdi>{what.subject.name}</bdi>
          })}
        />
      </h2>
      <p className="soft">
        <Parts of={words.alerts.snooze.effect<ReactNode>({ subject: <bdi>{what.subject.name}</bdi> })} />
        {before !== null &&
          ` ${words.alerts.snooze.current({ time: inZone(before.until, zone, "dayTime") })}`}
      </p>
      <label className="field">
        {words.alerts.snooze.reason}
        <input
          className="input"
          maxLength={500}
          value={value.note}
          onChange={({ target }) => put({ note: target.value })}
        />
      </label>
      <ul className={look["times"]}>
        {snoozeTimes(now, zone).map(({ until, word }) => (
          <li key={word}>
            <button type="button" className="btn" onClick={() => void take(until)}>
              <span>{word}</span> <span className="faint num">{shortly(until, now, zone)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={look["own"]}>
        <label className="field">
          {words.alerts.snooze.ownTime}
          <input
            className="input"
            type="datetime-local"
            min={wallTime(now, zone)}
            max={wallTime(now + YEAR_MS, zone)}
            value={value.own}
            onChange={({ target }) => put({ own: target.value })}
          />
        </label>
        <button className="btn" disabled={until === undefined}>
          {words.alerts.snooze.confirm}
        </button>
      </div>
      <footer>
        <button type="button" className="btn" onClick={() => form.current?.closest("dialog")?.close()}>
          {words.alerts.snooze.cancel}
        </button>
      </footer>
    </form>
  )
}

/** The dialog of a snooze. */
export const SnoozeDialog = () => {
  const { project } = useProject()
  const asked = useSyncExternalStore(watchSnoozing, readSnoozing)
  // after a new sign-in the user may be in another project
  const what = asked?.projectId === project.id ? asked : null
  // closed by the user: the draft is not needed any more
  const closed = () => {
    if (what !== null) keptAs(what.projectId, nameOf(what)).forget()
    closeSnooze()
  }
  const dialog = useModal(what !== null, closed)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="snooze">
      {what !== null && <Form key={`${what.rule.id} ${what.subject.id}`} what={what} />}
    </dialog>
  )
}
