// Moves a device to another project from a time on. Names the animal that wears it here and keeps it until then.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import look from "../../animals/add/add.module.css"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { type Device, entityNames, wornBy } from "../../../data/device.ts"
import { holds, projects } from "../../../data/session.ts"
import { type ProjectSpan, rereadDevices } from "../../../data/write/writeDevices.ts"
import { rereadWorn } from "../../../data/write/writeWorn.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { iso } from "../../../time/iso.ts"
import { useNow } from "../../../time/useNow.ts"
import { momentOf, wallTime } from "../../../time/wallTime.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"
import { moveDevice } from "./moveDevice.ts"

interface MoveDeviceProps {
  readonly of: Device
  /** its current membership; undefined: in no project */
  readonly from: ProjectSpan | undefined
  readonly onClose: () => void
}

/** MoveDevice is the dialog that moves a device. */
export const MoveDevice = ({ from, of, onClose }: MoveDeviceProps) => {
  const { me, project, zone } = useProject()
  const now = useNow()
  const { data: all = [] } = useQuery(projects)
  const { data: assignments = [] } = useQuery(wornBy(project.id, of.id))
  const { data: names } = useQuery(entityNames(project.id))
  const [to, setTo] = useState("")
  const [typed, setTyped] = useState("")
  const worn = assignments.find(({ valid_to }) => valid_to === null || Date.parse(valid_to) > now)
  const others = all.filter(({ id }) => id !== from?.project_id && holds(me, id, "devices:write"))
  const reread = () => Promise.all([rereadDevices(), rereadWorn(project.id)])
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    const at = iso(typed === "" ? Date.now() : (momentOf(typed, zone) ?? Date.now()))
    const takeBack = await moveDevice({ deviceId: of.id, from, worn, to, at })
    await reread()
    const name = others.find(({ id }) => id === to)?.name ?? words.deviceForms.move.unknownProject
    const back = async () => {
      await takeBack()
      await reread()
      toast(words.deviceForms.move.movedBack({ device: of.name }))
    }
    toast(words.deviceForms.move.moved({ device: of.name, project: name }), "good", () => {
      back().catch((refused: unknown) => toast(sentenceOf(refused), "bad"))
    })
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        <Parts of={words.deviceForms.move.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <label className="field">
        {words.deviceForms.move.which}
        <select className="input" required value={to} onChange={({ target }) => setTo(target.value)}>
          <option value="">{words.deviceForms.move.choose}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <span className={look["bad"]}>{mistakes.get("/project_id")}</span>
      </label>
      {others.length === 0 && <p className="soft">{words.deviceForms.move.none}</p>}
      <TextField
        label={words.deviceForms.move.since}
        type="datetime-local"
        max={wallTime(now, zone)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        hint={typed === "" ? words.deviceForms.sinceNow : undefined}
        mistake={mistakes.get("/valid_from") ?? mistakes.get("/valid_to")}
      />
      {worn !== undefined && (
        <p>
          <Parts
            of={words.deviceForms.move.wornUntil<ReactNode>({
              name: (
                <bdi className="strong">
                  {names?.get(worn.entity_id) ?? words.deviceForms.move.unknownWearer}
                </bdi>
              )
            })}
          />
        </p>
      )}
      <p className="soft">{words.deviceForms.move.hint}</p>
      <FormFoot busy={busy} error={error} does={words.deviceForms.move.submit} onClose={onClose} />
    </form>
  )
}
