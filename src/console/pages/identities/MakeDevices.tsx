// Creates devices for the selected identities: type, names, animals, start. Their stored reports are then processed.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
import { TextField } from "../../design/form/TextField.tsx"
import dialogs from "../../design/dialog.module.css"
import form from "../../design/section.module.css"
import { entityTypes, groups } from "../../data/animals.ts"
import { createDevices, type Identity } from "../../data/identities.ts"
import { formText } from "../../design/form/formText.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useForm } from "../../design/form/useForm.ts"
import { useModal } from "../../design/useModal.ts"
import { useProject } from "../../shell/useProject.ts"
import { anyOne, entityWord } from "../../shell/words.ts"
import { iso } from "../../time/iso.ts"
import { useNow } from "../../time/useNow.ts"
import { momentOf, wallTime } from "../../time/wallTime.ts"
import look from "./identities.module.css"
import { IdentityRows } from "./IdentityRows.tsx"
import { eachOf, type Single, withoutWearer } from "./singles.ts"

interface FormProps {
  readonly of: ReadonlyArray<Identity>
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Value of the type for an assignment to existing animals. */
const EXISTING = "existing"

/** From when on reports belong to the devices and their animals. */
type Since = "kept" | "now" | "date"

const Form = ({ of, onClose, onMade }: FormProps) => {
  const { may, project, zone } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: herds = [] } = useQuery(groups(project.id))
  const [type, setType] = useState("")
  const [singles, setSingles] = useState<ReadonlyMap<string, Single>>(new Map())
  const [since, setSince] = useState<Since>("kept")
  const [date, setDate] = useState("")
  const now = useNow()
  const word = entityWord(project)
  const onExisting = type === EXISTING
  const isNew = type !== "" && !onExisting
  const lost = onExisting ? withoutWearer(of, singles) : []
  const each = eachOf(of, singles, onExisting)
  const from = since === "date" ? momentOf(date, zone) : undefined
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const deviceType = formText(data, "device_type").trim(),
      group = formText(data, "group")
    const count = await createDevices({
      identity_ids: of.map(({ id }) => id),
      project_id: project.id,
      ...(deviceType === "" ? {} : { device_type: deviceType }),
      ...(isNew ? { entity_type_id: type } : {}),
      ...(isNew && group !== "" ? { group_id: group } : {}),
      ...(since === "now"
        ? { valid_from: iso(Date.now()) }
        : from === undefined
          ? {}
          : { valid_from: iso(from) }),
      ...(each.length === 0 ? {} : { each })
    })
    toast(words.identities.form.created({ count }))
    onMade()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="make-devices">{words.identities.form.title({ count: of.length })}</h2>
      <p className="soft">
        <Parts
          of={words.identities.form.names<ReactNode>({
            id: <code className="mono">{of[0]?.external_id}</code>
          })}
        />
      </p>
      <TextField
        label={words.identities.form.type}
        name="device_type"
        defaultValue={words.identities.form.typeValue}
        maxLength={100}
        mistake={mistakes.get("/device_type")}
      />
      <label className="field">
        {words.identities.form.putOn}
        <select className="input" value={type} onChange={({ target }) => setType(target.value)}>
          <option value="">{words.identities.form.noEntity({ one: word.one })}</option>
          <option value={EXISTING}>{words.identities.form.existingEntity({ one: word.one })}</option>
          {may("entities:write") &&
            types.map(({ id, label }) => (
              <option key={id} value={id}>
                {words.identities.form.newEntity({ one: word.one, type: label })}
              </option>
            ))}
        </select>
      </label>
      {!may("entities:write") && (
        <p>
          <MissingPermission
            what={words.identities.form.creatingEntities({ one: word.one })}
            permission="entities:write"
          />
        </p>
      )}
      {isNew && herds.length > 0 && (
        <label className="field">
          {words.identities.form.group}
          <select className="input" name="group" defaultValue="">
            <option value="">{words.identities.form.noGroup}</option>
            {herds.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="field">
        {words.identities.form.since}
        <select className="input" value={since} onChange={({ target }) => setSince(target.value as Since)}>
          <option value="kept">{words.identities.form.sinceOptions.kept}</option>
          <option value="now">{words.identities.form.sinceOptions.now}</option>
          <option value="date">{words.identities.form.sinceOptions.date}</option>
        </select>
      </label>
      {since === "date" && (
        <TextField
          label={words.identities.form.from}
          type="datetime-local"
          required
          max={wallTime(now, zone)}
          value={date}
          onChange={({ target }) => setDate(target.value)}
          mistake={mistakes.get("/valid_from")}
        />
      )}
      <details className={look["each"]} open={onExisting || of.length === 1}>
        <summary>
          {onExisting ? words.identities.form.eachWearer({ one: word.one }) : words.identities.form.eachName}
        </summary>
        <IdentityRows
          of={of}
          singles={singles}
          onExisting={onExisting}
          onSingle={(id, single) => setSingles((before) => new Map(before).set(id, single))}
          mistakeOf={(id) => {
            const at = each.findIndex(({ identity_id }) => identity_id === id)
            return mistakes.get(`/each/${at}/name`) ?? mistakes.get(`/each/${at}/entity_id`)
          }}
        />
      </details>
      {lost[0] !== undefined && (
        <p className="soft">
          {words.identities.form.missing({ entity: anyOne(project), id: lost[0], more: lost.length - 1 })}
        </p>
      )}
      <p role="alert" className={form["bad"]}>
        {error !== null && sentenceOf(error)}
      </p>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.identities.form.cancel}
        </button>
        <button
          className="btn primary"
          disabled={busy || lost.length > 0 || (since === "date" && from === undefined)}
        >
          {words.identities.form.create({ count: of.length })}
        </button>
      </footer>
    </form>
  )
}

interface DialogProps extends FormProps {
  readonly open: boolean
}

/** MakeDevices is the dialog that creates devices for identities. */
export const MakeDevices = ({ open, ...given }: DialogProps) => {
  const dialog = useModal(open, given.onClose)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="make-devices">
      {open && <Form {...given} />}
    </dialog>
  )
}
