// The two ways to give up a device: release it for other projects, or delete it.
import { useNavigate } from "@tanstack/react-router"
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
    toast(`${of.name} is released.`)
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        Release <bdi>{of.name}</bdi>?
      </h2>
      <p>
        Any project may take it over then, with what it sent while it was in no project. What it sent here
        stays here.
      </p>
      <p className="soft">
        It stays in this project until you end that, and its release is over once it is put in a project.
      </p>
      <FormFoot busy={busy} error={error} does="Release" onClose={onClose} />
    </form>
  )
}

/** RemoveDevice confirms the deletion of a device. */
export const RemoveDevice = ({ of, onClose }: DeviceEndsProps) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const { busy, error, onSubmit } = useForm(async () => {
    await removeDevice(of.id)
    toast(`${of.name} is removed.`)
    // leave its page before devices are fetched again, because it no longer exists
    await navigate({ to: "/p/$slug/operate/devices", params: { slug: project.slug } })
    await rereadDevices()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        Remove <bdi>{of.name}</bdi>?
      </h2>
      <p>
        It goes with its numbers at sources, and with who wore it when. There is no way back. A device that
        has sent something is retired instead: what it sent stays.
      </p>
      <FormFoot busy={busy} error={error} does="Remove for good" isDanger onClose={onClose} />
    </form>
  )
}
