import { useRef } from "react"
import { Icon } from "../look/Icon.tsx"
import type { OpenedToken } from "../queries/account.ts"
import { say } from "../shell/notices.ts"
import look from "./newToken.module.css"

/** The token, before it is gone for good. */
export const OnceOnly = ({ made, onClose }: { readonly made: OpenedToken; readonly onClose: () => void }) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = () =>
    void navigator.clipboard.writeText(made.token).then(
      () => say("The token is on the clipboard."),
      () => field.current?.select() // whoever may not write there copies it by hand
    )
  return (
    <div className={look["once"]}>
      <h2 id="new-token">
        <bdi>{made.name}</bdi>
      </h2>
      <p>Copy it now: it is shown this once, and kept nowhere as it is.</p>
      <div className={look["token"]}>
        <input
          ref={field}
          className="input mono"
          aria-label="The token"
          readOnly
          value={made.token}
          onFocus={({ target }) => target.select()}
        />
        <button className="btn primary" autoFocus onClick={copy}>
          <Icon name="copy" size={15} /> Copy
        </button>
      </div>
      <p className="soft">
        Programs send it as <span className="mono">Authorization: Bearer …</span>; the commands of this
        console read it from <span className="mono">PUGMARK_TOKEN</span>.
      </p>
      <footer className={look["foot"]}>
        <button className="btn" onClick={onClose}>
          Done
        </button>
      </footer>
    </div>
  )
}
