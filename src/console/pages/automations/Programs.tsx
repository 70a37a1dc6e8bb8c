// The request that a webhook gets, its body on demand, and the signing secret.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Card, Definition, Text } from "../../design/kit.tsx"
import { type Action, rotateSecret } from "../../data/automations/automations.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import type { PreviewedMessage } from "../../data/automations/automationActivity.ts"
import { type Secret, secretsOf } from "./SecretDialog.tsx"
import look from "./messages.module.css"

interface RotateProps {
  readonly id: string
  readonly action: Action
  readonly onSecret: (secrets: ReadonlyArray<Secret>) => void
}

const Rotate = ({ action, id, onSecret }: RotateProps) => {
  const { project } = useProject()
  const [isAsked, setAsked] = useState(false)
  const { act, busy } = useAct()
  const text = words.automations.programs
  if (!isAsked)
    return (
      <button type="button" className="btn small" onClick={() => setAsked(true)}>
        {text.newSecret}
      </button>
    )
  return (
    <span className={look["repairs"]}>
      <span className="soft">{text.oldStays}</span>
      <button
        type="button"
        className="btn small"
        disabled={busy}
        onClick={() =>
          act(async () => {
            onSecret(secretsOf(await rotateSecret(project.id, id, action.id)))
            setAsked(false)
          })
        }
      >
        {text.create}
      </button>
      <button type="button" className="btn small" onClick={() => setAsked(false)}>
        {words.common.buttons.cancel}
      </button>
    </span>
  )
}

interface ProgramsProps {
  /** null: not saved yet */
  readonly id: string | null
  readonly message: PreviewedMessage
  readonly actions: ReadonlyArray<Action>
  readonly onSecrets: (secrets: ReadonlyArray<Secret>) => void
}

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const

/** Programs previews the request of a webhook. */
export const Programs = ({ actions, id, message, onSecrets }: ProgramsProps) => {
  const { may } = useProject()
  const [isBody, setBody] = useState(false)
  const text = words.automations.programs
  const webhooks = actions.filter((action) => action.type === "webhook")
  return (
    <Card
      title={text.title}
      beside={
        <Text tone="soft" size={2}>
          {text.signed}
        </Text>
      }
      acts={
        <button type="button" className="link" aria-expanded={isBody} onClick={() => setBody(!isBody)}>
          {text.body}
        </button>
      }
    >
      <div className={look["programs"]}>
        <Definition
          of={HEADERS.map((name) => [
            name,
            <code key={name} className="mono">
              {message.headers[name]}
            </code>
          ])}
        />
        {isBody && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it
          <pre className={look["json"]} role="group" aria-label={text.bodyLabel} tabIndex={0}>
            {JSON.stringify(message.body, null, 2)}
          </pre>
        )}
        <ul>
          {webhooks.map((action) => (
            <li key={action.id} className={look["rotate"]}>
              <span>
                <code className="mono">whsec_…</code> <bdi className="soft">{action.url}</bdi>
              </span>
              {id !== null && may("automations:write") && (
                <Rotate id={id} action={action} onSecret={onSecrets} />
              )}
            </li>
          ))}
        </ul>
        <a className="link" href="/guide/automations">
          {text.guide}
        </a>
      </div>
    </Card>
  )
}
