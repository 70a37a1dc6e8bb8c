// Preview of the messages for the newest matching event: text for people, a signed request for programs, and the
// signing secret.
import { words } from "../../../words/language.ts"
import { Card, Text } from "../../design/kit.tsx"
import type { Action } from "../../data/automations/automations.ts"
import type { PreviewedMessage } from "../../data/automations/automationActivity.ts"
import { Programs } from "./Programs.tsx"
import type { Secret } from "./SecretDialog.tsx"
import look from "./messages.module.css"

interface MessagesProps {
  readonly of: PreviewedMessage | undefined
  /** null: not saved yet */
  readonly id: string | null
  readonly actions: ReadonlyArray<Action>
  /** whether the receivers include a webhook, saved or not */
  readonly hasWebhook: boolean
  readonly onSecrets: (secrets: ReadonlyArray<Secret>) => void
}

/** Returns the message without its first line, which is the subject. */
const wordsOf = ({ subject, text }: PreviewedMessage): string =>
  text.startsWith(subject) ? text.slice(subject.length).trim() : text

/** Messages previews what receivers get. */
export const Messages = ({ actions, hasWebhook, id, of, onSecrets }: MessagesProps) => {
  if (of === undefined) return null
  const text = words.automations.messages
  return (
    <div className={look["messages"]}>
      <Card
        title={text.title}
        beside={
          <Text tone="soft" size={2}>
            {of.event_id === null ? text.ofTest : text.ofNewest}
          </Text>
        }
      >
        <div className={look["letter"]}>
          <b>
            <bdi>{of.subject}</bdi>
          </b>
          <p>{wordsOf(of)}</p>
        </div>
      </Card>
      {hasWebhook && <Programs id={id} message={of} actions={actions} onSecrets={onSecrets} />}
    </div>
  )
}
