// The form that corrects the dates of an assignment.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import look from "../../animals/add/add.module.css"
import dialogs from "../../../design/dialog.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { useProject } from "../../../shell/useProject.ts"
import { iso } from "../../../time/iso.ts"
import { momentOf, wallTime } from "../../../time/wallTime.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"

/** Dates is a half-open period, RFC 3339; `valid_to` null: no end. */
export interface Dates {
  readonly valid_from: string
  readonly valid_to: string | null
}

interface SpanFormProps {
  readonly titleId: string
  readonly title: React.ReactNode
  readonly of: Dates
  /** sends the changed dates; an error is shown in the form */
  readonly onSave: (change: Partial<Dates>) => Promise<void>
  readonly onClose: () => void
}

/** SpanForm corrects the dates of a period. */
export const SpanForm = ({ of, onClose, onSave, title, titleId }: SpanFormProps) => {
  const { zone } = useProject()
  const shown = (at: string | null) => (at === null ? "" : wallTime(Date.parse(at), zone))
  const [from, setFrom] = useState(() => shown(of.valid_from))
  const [to, setTo] = useState(() => shown(of.valid_to))
  const written = (typed: string) => {
    const at = momentOf(typed, zone)
    return at === undefined ? null : iso(at)
  }
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    // an unchanged field keeps its seconds
    const first = from === shown(of.valid_from) ? null : written(from)
    await onSave({
      ...(first === null ? {} : { valid_from: first }),
      ...(to === shown(of.valid_to) ? {} : { valid_to: written(to) })
    })
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id={titleId}>{title}</h2>
      <div className={look["two"]}>
        <TextField
          label={words.deviceForms.span.from}
          type="datetime-local"
          required
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          mistake={mistakes.get("/valid_from")}
        />
        <TextField
          label={words.deviceForms.span.until}
          type="datetime-local"
          value={to}
          onChange={({ target }) => setTo(target.value)}
          hint={to === "" ? words.deviceForms.span.still : undefined}
          mistake={mistakes.get("/valid_to")}
        />
      </div>
      <p className="soft">{words.deviceForms.span.hint}</p>
      <FormFoot busy={busy} error={error} does={words.deviceForms.span.submit} onClose={onClose} />
    </form>
  )
}
