// Resolved with a note: what it was, for whoever reads it next year; and opened again, with why.
import { useEffect, useRef, useState } from "react"
import type { Alert } from "../queries/alerts.ts"
import { Key } from "../look/Key.tsx"
import { useActs } from "../shell/acts.ts"
import look from "./resolve.module.css"

interface ResolveProps {
  /** one that is resolved is opened again; null: neither is being done */
  readonly alert: Alert | null
  readonly onClose: () => void
}

const Form = ({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }) => {
  const [note, setNote] = useState("")
  const [busy, setBusy] = useState(false)
  const [inTheWay, setInTheWay] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { reopen, resolve } = useActs()
  const isOver = alert.status === "resolved"
  // what was written stays until it is kept; whoever left meanwhile may have opened another
  const leave = () => form.current?.closest("dialog")?.close()
  const send = async () => {
    if (busy || (isOver && note.trim() === "")) return
    setBusy(true)
    setInTheWay(await (isOver ? reopen : resolve)(alert, note.trim(), leave))
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
        {isOver ? "Reopen" : "Resolve"}: {alert.title}
      </h2>
      <label className="field">
        {isOver ? "Why? It was resolved." : "What was it? (may be left out)"}
        <textarea
          className="input"
          rows={4}
          maxLength={2000}
          required={isOver}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {inTheWay !== null && (
        <p role="alert" className={look["bad"]}>
          {inTheWay}
        </p>
      )}
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Not yet
        </button>
        <button className="btn primary" disabled={busy}>
          {isOver ? "Reopen" : "Resolve"} <Key of="⌘↵" />
        </button>
      </footer>
    </form>
  )
}

export const Resolve = ({ alert, onClose }: ResolveProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (alert === null) dialog.current?.close()
    else dialog.current?.showModal()
  }, [alert])
  return (
    <dialog ref={dialog} className={look["dialog"]} aria-labelledby="resolve" onClose={onClose}>
      {alert !== null && <Form key={alert.id} alert={alert} onClose={onClose} />}
    </dialog>
  )
}
