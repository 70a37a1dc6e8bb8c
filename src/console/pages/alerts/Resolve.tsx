// The dialog that resolves an alert with a note, or reopens it with a reason. The draft of the note is kept until it
// is sent or the dialog is closed.
import { words } from "../../../words/language.ts"
import { useRef, useState } from "react"
import { keptAs, type Members, textIn, useWriting } from "../../writing.ts"
import type { Alert } from "../../data/alerts.ts"
import { Key } from "../../design/marks/Key.tsx"
import { useModal } from "../../design/useModal.ts"
import { useActs } from "../../shell/acts.ts"
import look from "./resolve.module.css"

interface ResolveProps {
  /** the alert to resolve, or to reopen where it is resolved; null: the dialog is closed */
  readonly alert: Alert | null
  readonly onClose: () => void
}

/** Ids of alerts whose note is being sent; their drafts are kept in case the server refuses. */
const underWay = new Set<string>()

/** Returns the key of a draft: the reason to reopen has a draft of its own. */
const nameOf = ({ id, status }: Alert): string => `${status === "resolved" ? "reopen" : "resolve"} ${id}`

const noteIn = ({ note }: Members) => ({ note: textIn(note) })

interface FormProps {
  readonly alert: Alert
  readonly onLeave: () => void
}

const Form = ({ alert, onLeave }: FormProps) => {
  const { forget, put, value } = useWriting(alert.project_id, nameOf(alert), noteIn)
  const { note } = value
  const [busy, setBusy] = useState(false)
  const [inTheWay, setInTheWay] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { reopen, resolve } = useActs()
  const isOver = alert.status === "resolved"
  // the draft stays until the server has the note; the dialog may show another alert by then
  const leave = () => {
    if (form.current !== null) onLeave()
  }
  const send = async () => {
    if (busy || (isOver && note.trim() === "")) return
    setBusy(true)
    underWay.add(alert.id)
    const refused = await (isOver ? reopen : resolve)(alert, note.trim(), leave)
    underWay.delete(alert.id)
    if (refused === null) forget()
    setInTheWay(refused)
    setBusy(false)
  }
  return (
    <form
      ref={form}
      className={look["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        void send()
      }}
    >
      <h2 id="resolve">
        {isOver ? words.alerts.dialog.reopenAlert(alert) : words.alerts.dialog.resolveAlert(alert)}
      </h2>
      <label className="field">
        {isOver ? words.alerts.dialog.reason : words.alerts.dialog.note}
        <textarea
          className="input"
          rows={4}
          maxLength={2000}
          required={isOver}
          value={note}
          onChange={({ target }) => put({ note: target.value })}
        />
      </label>
      {inTheWay !== null && (
        <p role="alert" className={look["bad"]}>
          {inTheWay}
        </p>
      )}
      <footer>
        <button type="button" className="btn" onClick={leave}>
          {words.alerts.dialog.cancel}
        </button>
        <button className="btn primary" disabled={busy}>
          {isOver ? words.alerts.dialog.reopen : words.alerts.dialog.resolve} <Key of="⌘↵" />
        </button>
      </footer>
    </form>
  )
}

/** Resolve is the dialog that resolves or reopens an alert. */
export const Resolve = ({ alert, onClose }: ResolveProps) => {
  const leave = () => {
    if (alert !== null && !underWay.has(alert.id)) keptAs(alert.project_id, nameOf(alert)).forget()
    onClose()
  }
  const dialog = useModal(alert !== null, leave)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="resolve">
      {alert !== null && <Form key={alert.id} alert={alert} onLeave={leave} />}
    </dialog>
  )
}
