// Secrets of new webhooks, shown once, with a receiver program that verifies them.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import dialogs from "../../design/dialog.module.css"
import { Parts } from "../../design/Parts.tsx"
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

const Body = ({ of, onClose }: { readonly of: ReadonlyArray<Secret>; readonly onClose: () => void }) => {
  const text = words.automations.secret
  return (
    <div className={dialogs["form"]}>
      <h2 id="secret">{text.title({ count: of.length })}</h2>
      <p>{text.hint}</p>
      {of.map(({ secret, url }) => (
        <div key={url} className={look["secret"]}>
          <bdi className="soft">{url}</bdi>
          <input
            className="input mono"
            aria-label={text.of({ url })}
            readOnly
            value={secret}
            onFocus={({ target }) => target.select()}
          />
          <button className="btn primary" onClick={() => copyText(secret, text.copied)}>
            <Icon name="copy" size={15} /> {words.common.buttons.copy}
          </button>
        </div>
      ))}
      <details>
        <summary>{text.receiver}</summary>
        <p className="soft">
          <Parts
            of={text.run<ReactNode>({
              file: <code className="mono">receiver.mjs</code>,
              install: <code className="mono">npm install standardwebhooks</code>,
              start: <code className="mono">SECRET=whsec_… node receiver.mjs</code>
            })}
          />
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
        <pre className={look["program"]} tabIndex={0} aria-label={text.program}>
          {RECEIVER_PROGRAM}
        </pre>
        <button className="btn" onClick={() => copyText(RECEIVER_PROGRAM, text.receiverCopied)}>
          <Icon name="copy" size={15} /> {text.copyReceiver}
        </button>
      </details>
      <footer>
        <button className="btn" onClick={onClose}>
          {words.common.buttons.done}
        </button>
      </footer>
    </div>
  )
}

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
