// A device that is done with is retired, and can be used again; its records stay. At once, with a way back.
import { useState } from "react"
import { sentenceOf } from "../api/Refused.ts"
import { type Device, setDeviceStatus } from "../queries/device.ts"
import { say } from "../shell/notices.ts"
import { useProject } from "../shell/useProject.ts"

export const RetireButton = ({ of }: { readonly of: Device }) => {
  const { may } = useProject()
  const [busy, setBusy] = useState(false)
  const isRetired = of.status === "retired"
  const change = async (to: Device["status"], done: string, back: Device["status"] | null) => {
    setBusy(true)
    try {
      await setDeviceStatus(of.id, to)
      const undo = back === null ? null : () => void change(back, "Taken back", null)
      say(`${done}: ${of.name}`, "good", undo)
    } catch (refused) {
      say(sentenceOf(refused), "bad")
    }
    setBusy(false)
  }
  if (!may("devices:write")) return null
  return (
    <button
      className="btn"
      disabled={busy}
      onClick={() =>
        void (isRetired
          ? change("active", "In use again", of.status)
          : change("retired", "Retired", of.status))
      }
    >
      {isRetired ? "Use again" : "Retire"}
    </button>
  )
}
