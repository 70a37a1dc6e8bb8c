// The actions on a device's page: change, release, delete.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Menu } from "../../../design/Menu.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import type { Device } from "../../../data/device.ts"
import { useProject } from "../../../shell/useProject.ts"
import { ChangeDevice } from "./ChangeDevice.tsx"
import { ReleaseDevice, RemoveDevice } from "./DeviceEnds.tsx"

const FORMS = { change: ChangeDevice, release: ReleaseDevice, remove: RemoveDevice }

/** DeviceActs renders the actions on a device. */
export const DeviceActs = ({ of }: { readonly of: Device }) => {
  const { may } = useProject()
  const [opened, open] = useState<keyof typeof FORMS | null>(null)
  const close = () => open(null)
  if (!may("devices:write")) return null
  const Form = opened === null ? null : FORMS[opened]
  return (
    <>
      <button className="btn" onClick={() => open("change")}>
        <Icon name="pencil" size={14} /> {words.deviceForms.change.open}
      </button>
      <Menu label={words.deviceForms.more({ name: of.name })}>
        {of.released_at === null && (
          <button onClick={() => open("release")}>{words.deviceForms.release.open}</button>
        )}
        <button onClick={() => open("remove")}>{words.deviceForms.remove.open}</button>
      </Menu>
      <Dialog titleId="device" open={opened !== null} onClose={close}>
        {Form !== null && <Form of={of} onClose={close} />}
      </Dialog>
    </>
  )
}
