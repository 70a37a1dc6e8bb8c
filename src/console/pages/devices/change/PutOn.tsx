// Assigns a free device to an animal, from a time on or for a past period.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import look from "../../animals/add/add.module.css"
import { Dialog } from "../../../design/Dialog.tsx"
import dialogs from "../../../design/dialog.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { allAnimals } from "../../../data/animals.ts"
import { putOn, rereadWorn } from "../../../data/write/writeWorn.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { anyOne, entityWord } from "../../../shell/words.ts"
import { iso } from "../../../time/iso.ts"
import { momentOf } from "../../../time/wallTime.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"

interface PutOnProps {
  readonly deviceId: string
}

const Form = ({ deviceId, onClose }: PutOnProps & { readonly onClose: () => void }) => {
  const { project, zone } = useProject()
  const { data: all = [] } = useQuery(allAnimals(project.id))
  const [animal, setAnimal] = useState("")
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const word = entityWord(project)
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    const until = momentOf(to, zone)
    await putOn(project.id, {
      device_id: deviceId,
      entity_id: animal,
      valid_from: iso(momentOf(from, zone) ?? Date.now()),
      ...(until === undefined ? {} : { valid_to: iso(until) })
    })
    await rereadWorn(project.id)
    toast(words.deviceForms.saved)
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="put-on">{words.deviceForms.putOn.title({ entity: anyOne(project) })}</h2>
      <label className="field">
        {words.deviceForms.putOn.which({ one: word.one })}
        <select className="input" required value={animal} onChange={({ target }) => setAnimal(target.value)}>
          <option value="">{words.deviceForms.putOn.choose}</option>
          {all
            .filter(({ status }) => status !== "archived")
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
        <span className={look["bad"]}>{mistakes.get("/entity_id")}</span>
      </label>
      <div className={look["two"]}>
        <TextField
          label={words.deviceForms.putOn.since}
          type="datetime-local"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          hint={from === "" ? words.deviceForms.putOn.fromNow : undefined}
          mistake={mistakes.get("/valid_from")}
        />
        <TextField
          label={words.deviceForms.span.until}
          type="datetime-local"
          value={to}
          onChange={({ target }) => setTo(target.value)}
          hint={to === "" ? words.deviceForms.span.still : undefined}
          mistake={mistakes.get("/valid_to")}
        />
      </div>
      <FormFoot busy={busy} error={error} does={words.deviceForms.putOn.submit} onClose={onClose} />
    </form>
  )
}

/** PutOn is the dialog that assigns a device. */
export const PutOn = (given: PutOnProps) => {
  const { project } = useProject()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button className="btn" onClick={() => setOpen(true)}>
        {words.deviceForms.putOn.open({ entity: anyOne(project) })}
      </button>
      <Dialog titleId="put-on" open={isOpen} onClose={close}>
        <Form {...given} onClose={close} />
      </Dialog>
    </>
  )
}
