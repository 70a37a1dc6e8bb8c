// The two ways to give up a device: release it for other projects, or delete it.
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../../words/language.ts"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { useForm } from "../../../design/form/useForm.ts"
import type { Device } from "../../../data/device.ts"
import { releaseDevice, removeDevice, rereadDevices } from "../../../data/write/writeDevices.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"

interface DeviceEndsProps {
  readonly of: Device
  readonly onClose: () => void
}

/** ReleaseDevice confirms a release: any project may then take the device over. */
export const ReleaseDevice = ({ of, onClose }: DeviceEndsProps) => {
  const { busy, error, onSubmit } = useForm(async () => {
    await releaseDevice(of.id)
    toast(words.deviceForms.release.released({ name: of.name }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        <Parts of={words.deviceForms.release.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <p>{words.deviceForms.release.about}</p>
      <p className="soft">{words.deviceForms.release.hint}</p>
      <FormFoot busy={busy} error={error} does={words.deviceForms.release.submit} onClose={onClose} />
    </form>
  )
}

/** RemoveDevice confirms the deletion of a device. */
export const RemoveDevice = ({ of, onClose }: DeviceEndsProps) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const { busy, error, onSubmit } = useForm(async () => {
    await removeDevice(of.id)
    toast(words.deviceForms.remove.removed({ name: of.name }))
    // leave its page before devices are fetched again, because it no longer exists
    await navigate({ to: "/p/$slug/operate/devices", params: { slug: project.slug } })
    await rereadDevices()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        <Parts of={words.deviceForms.remove.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <p>{words.deviceForms.remove.about}</p>
      <FormFoot busy={busy} error={error} does={words.deviceForms.remove.submit} isDanger onClose={onClose} />
    </form>
  )
}
