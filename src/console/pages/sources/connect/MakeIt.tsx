// Registers an unknown identity: device, entity and assignment in one step, or only the device.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Text } from "../../../design/kit.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { MakeDevices } from "../../identities/MakeDevices.tsx"
import { formText } from "../../../design/form/formText.ts"
import { useForm } from "../../../design/form/useForm.ts"
import { entityTypes } from "../../../data/animals.ts"
import { type Identity, registerIdentities, setIgnored } from "../../../data/identities.ts"
import { MissingPermission } from "../../../shell/MissingPermission.tsx"
import { useAct } from "../../../shell/useAct.ts"
import { useProject } from "../../../shell/useProject.ts"
import { entityWord } from "../../../shell/words.ts"
import look from "./connect.module.css"
import type { Sender } from "./senders.ts"

/** Made is the animal or person that gets the reports from now on. */
export interface Made {
  readonly name: string
  readonly deviceId: string
  /** null: a device without an assignment */
  readonly entityId: string | null
}

interface MakeItProps {
  readonly of: Identity
  readonly sender: Sender
  /** the suggested name */
  readonly name: string
  readonly onMade: (made: Made) => void
}

/** NO_ENTITY is the choice, among the entity types, of a device without an assignment. */
const NO_ENTITY = "device"

/** The form that registers an identity. */
export const MakeIt = ({ name: suggested, of: identity, onMade, sender }: MakeItProps) => {
  const { may, project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const [name, setName] = useState(suggested)
  const [more, setMore] = useState(false)
  const { act, busy: ignoring } = useAct()
  const text = words.connect.register
  const word = entityWord(project)
  const usual = sender.isPhone === true ? "person" : "animal"
  const mayName = may("entities:write")
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const type = formText(data, "type")
    const [made] = await registerIdentities({
      identity_ids: [identity.id],
      project_id: project.id,
      device_type: sender.isPhone === true ? "phone" : "collar",
      ...(type === NO_ENTITY ? {} : { entity_type_id: type }),
      each: [{ identity_id: identity.id, name: name.trim() }]
    })
    if (made !== undefined) onMade({ name: name.trim(), deviceId: made.device_id, entityId: made.entity_id })
  })
  if (!may("devices:write"))
    return (
      <footer className={look["make"]}>
        <MissingPermission what={text.naming({ id: identity.external_id })} permission="devices:write" />
      </footer>
    )
  return (
    <>
      <form
        className={look["make"]}
        onSubmit={onSubmit}
        aria-label={text.label({ id: identity.external_id })}
      >
        <p>
          <b>
            <Parts
              of={text.unknown<ReactNode>({ id: <code className="mono">{identity.external_id}</code> })}
            />
          </b>{" "}
          <span className="soft">{text.kept({ count: identity.report_count })}</span>
        </p>
        <div className={look["who"]}>
          <label className="field">
            {text.name}
            <input
              className="input"
              name="name"
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          <label className="field">
            {text.type}
            <select
              key={types.length}
              className="input"
              name="type"
              defaultValue={(types.find(({ key }) => key === usual) ?? types[0])?.id}
            >
              {mayName &&
                types.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              <option value={NO_ENTITY}>{text.deviceOnly({ entity: word.one })}</option>
            </select>
          </label>
        </div>
        {!mayName && <MissingPermission what={text.aNew({ entity: word.one })} permission="entities:write" />}
        {error !== null && (
          <Text as="p" tone="bad" role="alert">
            {text.failed({ why: mistakes.get("/each/0/name") ?? sentenceOf(error) })}
          </Text>
        )}
        <div className={look["acts"]}>
          <button
            type="button"
            className="btn"
            disabled={ignoring}
            onClick={() => act(() => setIgnored([identity.id], true))}
          >
            {text.ignore}
          </button>
          <button type="button" className="btn" onClick={() => setMore(true)}>
            {text.more}
          </button>
          <button className="btn primary" disabled={busy || name.trim() === ""}>
            <span>
              <Parts
                of={text.submit<ReactNode>({ name: <bdi>{name.trim() === "" ? "…" : name.trim()}</bdi> })}
              />
            </span>
          </button>
        </div>
      </form>
      <MakeDevices open={more} of={[identity]} onClose={() => setMore(false)} onMade={() => setMore(false)} />
    </>
  )
}
