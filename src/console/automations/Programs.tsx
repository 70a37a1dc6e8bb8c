// What a webhook gets, and the secret that it is signed with.
import { useState } from "react"
import { Card, Definition, Text } from "../design/kit.tsx"
import { type Action, rotateSecret } from "../queries/automations/automations.ts"
import { useAct } from "../shell/useAct.ts"
import { useProject } from "../shell/useProject.ts"
import { type Secret, secretsOf } from "./SecretDialog.tsx"
import look from "./automations.module.css"

interface RotateProps {
  readonly id: string
  readonly action: Action
  readonly onSecret: (secrets: ReadonlyArray<Secret>) => void
}

const Rotate = ({ action, id, onSecret }: RotateProps) => {
  const { project } = useProject()
  const [isAsked, setAsked] = useState(false)
  const { act, busy } = useAct()
  if (!isAsked)
    return (
      <button type="button" className="btn small" onClick={() => setAsked(true)}>
        New secret…
      </button>
    )
  return (
    <span className={look["repairs"]}>
      <span className="soft">For another day the old one holds too.</span>
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
        Make it
      </button>
      <button type="button" className="btn small" onClick={() => setAsked(false)}>
        Not now
      </button>
    </span>
  )
}

interface ProgramsProps {
  readonly id: string
  readonly actions: ReadonlyArray<Action>
  readonly onSecrets: (secrets: ReadonlyArray<Secret>) => void
}

export const Programs = ({ actions, id, onSecrets }: ProgramsProps) => {
  const { may } = useProject()
  const webhooks = actions.filter((action) => action.type === "webhook")
  if (webhooks.length === 0) return null
  return (
    <Card
      title="What programs get"
      beside={<Text tone="faint">signed, as Standard Webhooks has it</Text>}
      acts={
        <a className="link" href="/guide/automations">
          Body and receiver
        </a>
      }
    >
      <div className={look["programs"]}>
        <Definition
          of={[
            ["webhook-id", "of the message, the same each time it is tried"],
            ["webhook-timestamp", "when it was sent, in seconds"],
            ["webhook-signature", "of id, time and body, with the secret"]
          ]}
        />
        <ul>
          {webhooks.map((action) => (
            <li key={action.id} className={look["rotate"]}>
              <span>
                <code className="mono">whsec_…</code> <bdi className="soft">{action.url}</bdi>
              </span>
              {may("automations:write") && <Rotate id={id} action={action} onSecret={onSecrets} />}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
