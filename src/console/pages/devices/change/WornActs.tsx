// The actions on one assignment: end it, correct its dates, remove it as a mistake.
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Menu } from "../../../design/Menu.tsx"
import {
  changeWornSpan,
  putOn,
  removeWorn,
  rereadWorn,
  type WornChange
} from "../../../data/write/writeWorn.ts"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { toast } from "../../../shell/toasts.ts"
import { useAct } from "../../../shell/useAct.ts"
import { useProject } from "../../../shell/useProject.ts"
import { iso } from "../../../time/iso.ts"
import { useNow } from "../../../time/useNow.ts"
import { momentOf, wallTime } from "../../../time/wallTime.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"
import { type Dates, SpanForm } from "./SpanForm.tsx"

/** WornSpan is an assignment of a device to an animal. */
export interface WornSpan extends Dates {
  readonly id: string
  readonly project_id: string
  readonly device_id: string
  readonly entity_id: string
}

interface WornActsProps {
  readonly of: WornSpan
  readonly animal: string
  readonly device: string
}

/** useWornActs returns the changes of assignments, each with an undo. */
const useWornActs = ({ animal, device, of }: WornActsProps) => {
  const { project } = useProject()
  const { act, busy } = useAct()
  const { device_id, entity_id, id, valid_from, valid_to } = of
  const change = async (body: WornChange, done: string): Promise<void> => {
    await changeWornSpan(project.id, id, body)
    await rereadWorn(project.id)
    toast(done, "good", () =>
      act(async () => {
        await changeWornSpan(project.id, id, { valid_from, valid_to })
        await rereadWorn(project.id)
        toast(words.deviceForms.restored)
      })
    )
  }
  const takeOut = async (): Promise<void> => {
    await removeWorn(project.id, id)
    await rereadWorn(project.id)
    toast(words.deviceForms.worn.removed({ animal, device }), "good", () =>
      act(async () => {
        await putOn(project.id, { device_id, entity_id, valid_from, valid_to })
        await rereadWorn(project.id)
        toast(words.deviceForms.restored)
      })
    )
  }
  return { act, busy, change, takeOut }
}

/** TakeOff ends a current assignment. */
const TakeOff = ({ onClose, ...given }: WornActsProps & { readonly onClose: () => void }) => {
  const { zone } = useProject()
  const now = useNow()
  const [at, setAt] = useState("")
  const { change } = useWornActs(given)
  const { animal, device } = given
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    const moment = at === "" ? Date.now() : (momentOf(at, zone) ?? Date.now())
    await change({ valid_to: iso(moment) }, words.deviceForms.worn.takenOff({ animal, device }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="worn-span">
        <Parts
          of={words.deviceForms.worn.takeOffTitle<ReactNode>({
            device: <bdi>{device}</bdi>,
            animal: <bdi>{animal}</bdi>
          })}
        />
      </h2>
      <TextField
        label={words.deviceForms.worn.offSince}
        type="datetime-local"
        max={wallTime(now, zone)}
        value={at}
        onChange={({ target }) => setAt(target.value)}
        hint={at === "" ? words.deviceForms.sinceNow : undefined}
        mistake={mistakes.get("/valid_to")}
      />
      <p className="soft">{words.deviceForms.worn.offHint}</p>
      <FormFoot busy={busy} error={error} does={words.deviceForms.worn.takeOff} onClose={onClose} />
    </form>
  )
}

/** WornActs renders the actions on an assignment. */
export const WornActs = (given: WornActsProps) => {
  const { may } = useProject()
  const [opened, open] = useState<"off" | "dates" | null>(null)
  const { act, busy, change, takeOut } = useWornActs(given)
  const { animal, device, of } = given
  const now = useNow()
  const isNow = of.valid_to === null || Date.parse(of.valid_to) > now
  const close = () => open(null)
  if (!may("devices:write")) return null
  return (
    <>
      <Menu label={words.deviceForms.moreOn({ device, animal })}>
        {isNow && <button onClick={() => open("off")}>{words.deviceForms.worn.takeOff}</button>}
        <button onClick={() => open("dates")}>{words.deviceForms.worn.correct}</button>
        <button disabled={busy} onClick={() => act(takeOut)}>
          {words.deviceForms.worn.remove}
        </button>
      </Menu>
      <Dialog titleId="worn-span" open={opened !== null} onClose={close}>
        {opened === "off" ? (
          <TakeOff {...given} onClose={close} />
        ) : (
          <SpanForm
            titleId="worn-span"
            title={
              <Parts
                of={words.deviceForms.worn.correctTitle<ReactNode>({
                  animal: <bdi>{animal}</bdi>,
                  device: <bdi>{device}</bdi>
                })}
              />
            }
            of={of}
            onSave={(body) => change(body, words.deviceForms.saved)}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  )
}
