// Moves a device to another project from a time on. Names the animal that wears it here and keeps it until then.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { sentenceOf } from "../../../data/api/Refused.ts"
import look from "../../animals/add/add.module.css"
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
    const name = others.find(({ id }) => id === to)?.name ?? "the other project"
    const back = async () => {
      await takeBack()
      await reread()
      toast(`${of.name} is back.`)
    }
    toast(`${of.name} is in ${name}.`, "good", () => {
      back().catch((refused: unknown) => toast(sentenceOf(refused), "bad"))
    })
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        Move <bdi>{of.name}</bdi> to another project
      </h2>
      <label className="field">
        Which project
        <select className="input" required value={to} onChange={({ target }) => setTo(target.value)}>
          <option value="">choose a project</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <span className={look["bad"]}>{mistakes.get("/project_id")}</span>
      </label>
      {others.length === 0 && (
        <p className="soft">
          There is no other project in which you may change devices. Release it, and its members take it over.
        </p>
      )}
      <TextField
        label="Since, in project time"
        type="datetime-local"
        max={wallTime(now, zone)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        hint={typed === "" ? "From now on, unless you toast a time." : undefined}
        mistake={mistakes.get("/valid_from") ?? mistakes.get("/valid_to")}
      />
      {worn !== undefined && (
        <p>
          <bdi className="strong">{names?.get(worn.entity_id) ?? "Its wearer"}</bdi> wears it here until then.
        </p>
      )}
      <p className="soft">What it sent before stays here; what it sent since follows to the other project.</p>
      <FormFoot busy={busy} error={error} does="Move" onClose={onClose} />
    </form>
  )
}
