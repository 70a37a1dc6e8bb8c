// FormFoot is the end of a form in a dialog: why it was refused, the way out, and what it does.
import { sentenceOf } from "../api/Refused.ts"
import { Text } from "./kit.tsx"

interface FormFootProps {
  readonly busy: boolean
  readonly error: unknown
  /** on the button that sends it */
  readonly does: string
  /** it takes something away */
  readonly isDanger?: boolean
  readonly onClose: () => void
}

export const FormFoot = ({ busy, does, error, isDanger = false, onClose }: FormFootProps) => (
  <>
    <Text as="p" tone="bad" role="alert">
      {error !== null && sentenceOf(error)}
    </Text>
    <footer>
      <button type="button" className="btn" onClick={onClose}>
        Cancel
      </button>
      <button className={`btn ${isDanger ? "danger" : "primary"}`} disabled={busy}>
        {does}
      </button>
    </footer>
  </>
)
