// Devices for the chosen identities: of what type, on whom, since when. What was kept of them is read then.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { sentenceOf } from "../api/Refused.ts"
import { Field } from "../look/Field.tsx"
import dialogs from "../look/dialog.module.css"
import form from "../look/section.module.css"
import { entityTypes, groups } from "../queries/animals.ts"
import { createDevices, type Identity } from "../queries/identities.ts"
import { formText } from "../look/formText.ts"
import { Lacks } from "../shell/Lacks.tsx"
import { say } from "../shell/notices.ts"
import { useForm } from "../look/useForm.ts"
import { useModal } from "../look/useModal.ts"
import { useProject } from "../shell/useProject.ts"
import { entityWord } from "../shell/words.ts"
import look from "./identities.module.css"

interface FormProps {
  readonly of: ReadonlyArray<Identity>
  readonly onMade: () => void
  readonly onClose: () => void
}

const Form = ({ of, onClose, onMade }: FormProps) => {
  const { may, project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: herds = [] } = useQuery(groups(project.id))
  const [type, setType] = useState("")
  const word = entityWord(project)
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const deviceType = formText(data, "device_type").trim(),
      group = formText(data, "group")
    const count = await createDevices({
      identity_ids: of.map(({ id }) => id),
      project_id: project.id,
      ...(deviceType === "" ? {} : { device_type: deviceType }),
      ...(type === "" ? {} : { entity_type_id: type }),
      ...(type === "" || group === "" ? {} : { group_id: group }),
      ...(formText(data, "since") === "now" ? { valid_from: new Date().toISOString() } : {})
    })
    say(`${count === 1 ? "1 device" : `${count} devices`} made; what was kept of them is read now.`)
    onMade()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="make-devices">{of.length === 1 ? "Make a device" : `Make ${of.length} devices`}</h2>
      <p className="soft">
        Each is called as its reports call it, else <code className="mono">{of[0]?.external_id}</code> and so
        on.
      </p>
      <Field
        label="Type of device"
        name="device_type"
        defaultValue="collar"
        maxLength={100}
        mistake={mistakes.get("/device_type")}
      />
      {may("entities:write") ? (
        <label className="field">
          Each on
          <select className="input" value={type} onChange={({ target }) => setType(target.value)}>
            <option value="">nobody yet</option>
            {types.map(({ id, label }) => (
              <option key={id} value={id}>
                a new {word.one}: {label}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p>
          <Lacks what={`A new ${word.one} for each`} permission="entities:write" />
        </p>
      )}
      {type !== "" && herds.length > 0 && (
        <label className="field">
          Group
          <select className="input" name="group" defaultValue="">
            <option value="">none</option>
            {herds.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="field">
        Theirs is
        <select className="input" name="since" defaultValue="kept">
          <option value="kept">everything that was kept</option>
          <option value="now">what comes from now on</option>
        </select>
      </label>
      <p role="alert" className={form["bad"]}>
        {error !== null && sentenceOf(error)}
      </p>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Not now
        </button>
        <button className="btn primary" disabled={busy}>
          {of.length === 1 ? "Make it" : "Make them"}
        </button>
      </footer>
    </form>
  )
}

interface DialogProps extends FormProps {
  readonly open: boolean
}

export const MakeDevices = ({ open, ...given }: DialogProps) => {
  const dialog = useModal(open, given.onClose)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="make-devices">
      {open && <Form {...given} />}
    </dialog>
  )
}
