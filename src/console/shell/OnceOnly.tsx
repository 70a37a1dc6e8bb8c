// Shows a new token. This dialog is the only place where it can be read.
import { type ReactNode, useRef } from "react"
import dialogs from "../design/dialog.module.css"
import { Icon } from "../design/marks/Icon.tsx"
import { toast } from "./toasts.ts"
import look from "./onceOnly.module.css"

interface OnceOnlyProps {
  /** id of the dialog's title, for screen readers */
  readonly titleId: string
  readonly name: string
  readonly token: string
  /** what the token is for, and how it is sent */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The dialog of a new token. */
export const OnceOnly = ({ children, name, onClose, titleId, token }: OnceOnlyProps) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = () =>
    void navigator.clipboard.writeText(token).then(
      () => toast("The token is on the clipboard."),
      () => field.current?.select() // without access to the clipboard the user copies it by hand
    )
  return (
    <div className={dialogs["form"]}>
      <h2 id={titleId}>
        <bdi>{name}</bdi>
      </h2>
      <p>Copy it now: it cannot be shown again.</p>
      <div className={look["token"]}>
        <input
          ref={field}
          className="input mono"
          aria-label="The token"
          readOnly
          value={token}
          onFocus={({ target }) => target.select()}
        />
        <button className="btn primary" autoFocus onClick={copy}>
          <Icon name="copy" size={15} /> Copy
        </button>
      </div>
      {children}
      <footer>
        <button className="btn" onClick={onClose}>
          Done
        </button>
      </footer>
    </div>
  )
}
