// Retires a device that is no longer used, or returns it to use; its records stay. Immediate, with an undo.
import { words } from "../../../words/language.ts"
import { type Device, setDeviceStatus } from "../../data/device.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"

/** RetireButton retires a device or returns it to use. */
export const RetireButton = ({ of }: { readonly of: Device }) => {
  const { may } = useProject()
  const { act, busy } = useAct()
  const isRetired = of.status === "retired"
  const change = (
    to: Device["status"],
    done: "retired" | "restored" | "undone",
    back: Device["status"] | null
  ) =>
    act(async () => {
      await setDeviceStatus(of.id, to)
      toast(
        words.devices.retire[done]({ name: of.name }),
        "good",
        back === null ? null : () => change(back, "undone", null)
      )
    })
  if (!may("devices:write")) return null
  return (
    <button
      className="btn"
      disabled={busy}
      onClick={() =>
        isRetired ? change("active", "restored", of.status) : change("retired", "retired", of.status)
      }
    >
      {isRetired ? words.devices.retire.restore : words.devices.retire.retire}
    </button>
  )
}
