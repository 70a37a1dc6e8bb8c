// Secrets of new webhooks, shown once, with a receiver program that verifies them.
import dialogs from "../../design/dialog.module.css"
import { Icon } from "../../design/marks/Icon.tsx"
import { useModal } from "../../design/useModal.ts"
import type { OpenedAutomation } from "../../data/automations/automations.ts"
import { copyText } from "../../shell/clipboard.ts"
import { RECEIVER_PROGRAM } from "./receiverProgram.ts"
import look from "./automations.module.css"

/** Secret is the signing secret of a webhook. */
export interface Secret {
  readonly url: string
  readonly secret: string
}

/** secretsOf returns the secrets in a response. */
export const secretsOf = ({ actions }: OpenedAutomation): ReadonlyArray<Secret> =>
  actions.flatMap((action) =>
    action.type === "webhook" && action.secret !== undefined
      ? [{ url: action.url, secret: action.secret }]
      : []
  )

const Body = ({ of, onClose }: { readonly of: ReadonlyArray<Secret>; readonly onClose: () => void }) => (
  <div className={dialogs["form"]}>
    <h2 id="secret">{of.length === 1 ? "The secret of this webhook" : "The secrets of these webhooks"}</h2>
    <p>Copy it now: it is shown this once. With it the receiver knows that a message is from here.</p>
    {of.map(({ secret, url }) => (
      <div key={url} className={look["secret"]}>
        <bdi className="soft">{url}</bdi>
        <input
          className="input mono"
          aria-label={`Secret of ${url}`}
          readOnly
          value={secret}
          onFocus={({ target }) => target.select()}
        />
        <button className="btn primary" onClick={() => copyText(secret, "The secret is on the clipboard.")}>
          <Icon name="copy" size={15} /> Copy
        </button>
      </div>
    ))}
    <details>
      <summary>A receiver to begin with</summary>
      <p className="soft">
        Save it as <code className="mono">receiver.mjs</code>, run{" "}
        <code className="mono">npm install standardwebhooks</code>, then{" "}
        <code className="mono">SECRET=whsec_… node receiver.mjs</code>.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
      <pre className={look["program"]} tabIndex={0} aria-label="The receiver">
        {RECEIVER_PROGRAM}
      </pre>
      <button className="btn" onClick={() => copyText(RECEIVER_PROGRAM, "The receiver is on the clipboard.")}>
        <Icon name="copy" size={15} /> Copy the receiver
      </button>
    </details>
    <footer>
      <button className="btn" onClick={onClose}>
        Done
      </button>
    </footer>
  </div>
)

interface SecretDialogProps {
  /** empty: the dialog is closed */
  readonly of: ReadonlyArray<Secret>
  readonly onClose: () => void
}

/** SecretDialog shows secrets once. */
export const SecretDialog = ({ of, onClose }: SecretDialogProps) => {
  const dialog = useModal(of.length > 0, onClose)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="secret">
      {of.length > 0 && <Body of={of} onClose={onClose} />}
    </dialog>
  )
}
