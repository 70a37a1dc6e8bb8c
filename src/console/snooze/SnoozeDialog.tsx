// Until when: one press for what people mostly say, or a day and a clock.
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { type Snoozable, snoozesOf } from "../queries/snoozes.ts"
import { useProject } from "../shell/useProject.ts"
import { useNow } from "../time/useNow.ts"
import { momentOf, wallTime } from "../time/wallTime.ts"
import { inZone } from "../time/zoneTime.ts"
import { closeSnooze, readSnoozing, takeSnooze, watchSnoozing } from "./snoozing.ts"
import { snoozeTimes } from "./snoozeTimes.ts"
import look from "./snooze.module.css"

const YEAR_MS = 366 * 86_400_000

const Form = ({ what }: { readonly what: Snoozable }) => {
  const { zone } = useProject()
  const now = useNow()
  const { data } = useQuery(snoozesOf(what.projectId, what.rule.id))
  const [note, setNote] = useState("")
  const [own, setOwn] = useState("")
  const until = momentOf(own, zone)
  const before =
    data?.find(({ device_id, entity_id }) => (entity_id ?? device_id) === what.subject.id) ?? null
  const take = (at: number) => {
    closeSnooze()
    void takeSnooze(what, { until: at, note: note.trim() === "" ? null : note.trim(), zone }, before)
  }
  return (
    <form
      className={look["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (until !== undefined) take(until)
      }}
    >
      <h2 id="snooze">
        Snooze <bdi>{what.rule.name}</bdi> for <bdi>{what.subject.name}</bdi>
      </h2>
      <p className="soft">
        It makes no alerts about <bdi>{what.subject.name}</bdi> until then. Its events are still made, and say
        that they were snoozed.
        {before !== null && ` It is snoozed until ${inZone(before.until, zone, "dayTime")} now.`}
      </p>
      <label className="field">
        Why? (may be left out)
        <input
          className="input"
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <ul className={look["times"]}>
        {snoozeTimes(now, zone).map(({ until, word }) => (
          <li key={word}>
            <button type="button" className="btn" onClick={() => take(until)}>
              <span>{word}</span> <span className="faint num">{inZone(until, zone, "dayClock")}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={look["own"]}>
        <label className="field">
          Or until, in project time
          <input
            className="input"
            type="datetime-local"
            min={wallTime(now, zone)}
            max={wallTime(now + YEAR_MS, zone)}
            value={own}
            onChange={({ target }) => setOwn(target.value)}
          />
        </label>
        <button className="btn" disabled={until === undefined}>
          Snooze
        </button>
      </div>
      <footer>
        <button type="button" className="btn" onClick={closeSnooze}>
          Not now
        </button>
      </footer>
    </form>
  )
}

export const SnoozeDialog = () => {
  const what = useSyncExternalStore(watchSnoozing, readSnoozing)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (what === null) dialog.current?.close()
    else dialog.current?.showModal()
  }, [what])
  return (
    <dialog ref={dialog} className={look["dialog"]} aria-labelledby="snooze" onClose={closeSnooze}>
      {what !== null && <Form key={`${what.rule.id} ${what.subject.id}`} what={what} />}
    </dialog>
  )
}
