// FormFoot is the footer of a form in a dialog: error, cancel button, submit button.
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Text } from "../kit.tsx"

interface FormFootProps {
  readonly busy: boolean
  readonly error: unknown
  /** label of the submit button */
  readonly does: string
  /** the action deletes something */
  readonly isDanger?: boolean
  readonly onClose: () => void
}

/** FormFoot renders the error and the buttons of a form. */
export const FormFoot = ({ busy, does, error, isDanger = false, onClose }: FormFootProps) => (
  <>
    <Text as="p" tone="bad" role="alert">
      {error !== null && sentenceOf(error)}
    </Text>
    <footer>
      <button type="button" className="btn" onClick={onClose}>
        {words.common.buttons.cancel}
      </button>
      <button className={`btn ${isDanger ? "danger" : "primary"}`} disabled={busy}>
        {does}
      </button>
    </footer>
  </>
)
