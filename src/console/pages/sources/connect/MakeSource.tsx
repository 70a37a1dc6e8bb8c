// The first step: the name of the source and, where the service connects, the server's settings. The form is kept
// as a draft, without its password.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Card, Push, Stack, Text } from "../../../design/kit.tsx"
import { TextField } from "../../../design/form/TextField.tsx"
import { formText } from "../../../design/form/formText.ts"
import { useForm } from "../../../design/form/useForm.ts"
import { makeSource, type NewSource, type OpenedSource } from "../../../data/sources.ts"
import { useProject } from "../../../shell/useProject.ts"
import { keptAs, textIn } from "../../../writing.ts"
import { websocketConfig } from "../websocketConfig.ts"
import { WebsocketServer } from "../WebsocketServer.tsx"
import { Broker } from "./Broker.tsx"
import { brokerConfig, type Published, publishedIn } from "./brokerConfig.ts"
import { type Person, personOf } from "./person.ts"
import type { Sender } from "./senders.ts"

interface MakeSourceProps {
  readonly sender: Sender
  readonly published: Published
  readonly onMade: (opened: OpenedSource, person: Person | null) => void
}

/** askedOf is the part of the request that depends on the sender. */
const askedOf = (sender: Sender, data: FormData): Pick<NewSource, "adapter_key" | "config"> => {
  if (sender.key === "mqtt" || sender.key === "meshtastic") {
    const adapter_key = publishedIn(formText(data, "published"))
    return { adapter_key, config: brokerConfig(data) }
  }
  if (sender.key === "websocket_server") return { adapter_key: sender.adapter, config: websocketConfig(data) }
  return { adapter_key: sender.adapter, ...(sender.config === undefined ? {} : { config: sender.config }) }
}

/** membersOf are the fields of the form without its password. */
const membersOf = (form: HTMLFormElement) => {
  const { password: _, ...members } = Object.fromEntries(new FormData(form))
  return members
}

/** The form that creates a source. */
export const MakeSource = ({ onMade, published, sender }: MakeSourceProps) => {
  const { project } = useProject()
  const text = words.connect.form
  const [kept] = useState(() => keptAs(project.id, `source ${sender.key}`))
  const [before] = useState(kept.read)
  const was = (name: string) => textIn(before[name])
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const made = await makeSource({
      name: formText(data, "name").trim(),
      project_ids: [project.id],
      ...askedOf(sender, data)
    })
    kept.forget()
    const person = formText(data, "person").trim()
    onMade(made, person === "" ? null : personOf(person))
  })
  return (
    <form onSubmit={onSubmit} onChange={({ currentTarget }) => kept.write(membersOf(currentTarget))}>
      <Card
        title={words.sources.senders[sender.key]}
        beside={<span className="soft">{words.senders.about[sender.key]}</span>}
        foot={
          <>
            <span>{sender.isOutward === true ? text.outward : text.addressNext}</span>
            <Push>
              <button className="btn primary" disabled={busy}>
                {sender.isOutward === true ? text.submitOutward : text.submit}
              </button>
            </Push>
          </>
        }
      >
        <Stack pad gap={5}>
          <TextField
            label={text.name}
            name="name"
            defaultValue={was("name") || words.senders.sourceNames[sender.key]}
            required
            maxLength={200}
            mistake={mistakes.get("/name")}
          />
          {sender.isPhone === true && (
            <TextField
              label={text.person}
              name="person"
              defaultValue={was("person")}
              required
              maxLength={60}
              placeholder={text.personExample}
              hint={text.personHint}
            />
          )}
          {sender.key === "mqtt" && <Broker mistakes={mistakes} was={was} published={published} />}
          {sender.key === "meshtastic" && <Broker mistakes={mistakes} was={was} published="meshtastic" />}
          {sender.key === "websocket_server" && <WebsocketServer mistakes={mistakes} was={was} />}
          {error !== null && !mistakes.has("/name") && (
            <Text as="p" tone="bad" role="alert">
              {sentenceOf(error)}
            </Text>
          )}
        </Stack>
      </Card>
    </form>
  )
}
