// A correction of the selected fixes: what is stated, what would change, and the reason.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { correct, type CurationDraft, takeBack } from "../../data/fixes.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import look from "./fixes.module.css"
import { Outcome } from "./Outcome.tsx"
import { actText, doneText } from "./correctionText.ts"

interface CorrectProps {
  /** null: no fix is selected, or place and time are not given */
  readonly of: CurationDraft | null
  readonly onDone: () => void
}

/** Correct is the form of a correction. */
export const Correct = ({ of, onDone }: CorrectProps) => {
  const { may, project } = useProject()
  const [reason, setReason] = useState("")
  const { act, busy } = useAct()
  if (of === null) return null
  if (!may("data:curate"))
    return (
      <p className={look["said"]}>
        <MissingPermission what={words.fixes.correcting} permission="data:curate" />
      </p>
    )
  const send = async () => {
    const made = await correct(project.id, of, reason.trim())
    setReason("")
    onDone()
    toast(words.fixes.corrected({ done: doneText(made) }), "good", () =>
      act(async () => {
        await takeBack(project.id, made.id)
        toast(words.fixes.undone({ done: doneText(made) }))
      })
    )
  }
  return (
    <>
      <Outcome of={of} />
      <form
        className={look["why"]}
        onSubmit={(event) => {
          event.preventDefault()
          act(send)
        }}
      >
        <label>
          <span className="soft">{words.fixes.why}</span>
          <input
            className="input"
            required
            maxLength={1000}
            pattern=".*\S.*"
            placeholder={words.fixes.whyHint}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <button className="btn primary" disabled={busy || reason.trim() === ""}>
          {actText(of.set, of.position_ids?.length ?? 0)} <kbd>↵</kbd>
        </button>
      </form>
    </>
  )
}
