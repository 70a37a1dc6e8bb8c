// A token that was just made, before it is gone for good: it is in this dialog alone.
import { type ReactNode, useRef } from "react"
import { Icon } from "../look/Icon.tsx"
import { say } from "./notices.ts"
import look from "./onceOnly.module.css"

interface OnceOnlyProps {
  /** names the dialog's title for who does not see it */
  readonly titleId: string
  readonly name: string
  readonly token: string
  /** what it is for, and how it is sent */
  readonly children: ReactNode
  readonly onClose: () => void
}

export const OnceOnly = ({ children, name, onClose, titleId, token }: OnceOnlyProps) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = () =>
    void navigator.clipboard.writeText(token).then(
      () => say("The token is on the clipboard."),
      () => field.current?.select() // whoever may not write there copies it by hand
    )
  return (
    <div className={look["once"]}>
      <h2 id={titleId}>
        <bdi>{name}</bdi>
      </h2>
      <p>Copy it now: it is shown this once, and kept nowhere as it is.</p>
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
      <footer className={look["foot"]}>
        <button className="btn" onClick={onClose}>
          Done
        </button>
      </footer>
    </div>
  )
}
