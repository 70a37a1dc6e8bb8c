// Retires a device that is no longer used, or returns it to use; its records stay. Immediate, with an undo.
import { type Device, setDeviceStatus } from "../../data/device.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"

/** RetireButton retires a device or returns it to use. */
export const RetireButton = ({ of }: { readonly of: Device }) => {
  const { may } = useProject()
  const { act, busy } = useAct()
  const isRetired = of.status === "retired"
  const change = (to: Device["status"], done: string, back: Device["status"] | null) =>
    act(async () => {
      await setDeviceStatus(of.id, to)
      toast(`${done}: ${of.name}`, "good", back === null ? null : () => change(back, "Taken back", null))
    })
  if (!may("devices:write")) return null
  return (
    <button
      className="btn"
      disabled={busy}
      onClick={() =>
        isRetired ? change("active", "In use again", of.status) : change("retired", "Retired", of.status)
      }
    >
      {isRetired ? "Use again" : "Retire"}
    </button>
  )
}
