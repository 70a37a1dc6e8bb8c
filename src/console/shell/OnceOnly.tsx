// Shows a new token. This dialog is the only place where it can be read.
import { words } from "../../words/language.ts"
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
      () => toast(words.common.token.copied),
      () => field.current?.select() // without access to the clipboard the user copies it by hand
    )
  return (
    <div className={dialogs["form"]}>
      <h2 id={titleId}>
        <bdi>{name}</bdi>
      </h2>
      <p>{words.common.token.once}</p>
      <div className={look["token"]}>
        <input
          ref={field}
          className="input mono"
          aria-label={words.common.token.label}
          readOnly
          value={token}
          onFocus={({ target }) => target.select()}
        />
        <button className="btn primary" autoFocus onClick={copy}>
          <Icon name="copy" size={15} /> {words.common.buttons.copy}
        </button>
      </div>
      {children}
      <footer>
        <button className="btn" onClick={onClose}>
          {words.common.buttons.done}
        </button>
      </footer>
    </div>
  )
}
