// Sends refused records through intake again, after the cause was fixed.
import { useNavigate } from "@tanstack/react-router"
import { sendAgain, type TracePage } from "../../data/traces.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"

const SAID = {
  accepted: "It was taken.",
  duplicate: "It is known already: nothing is stored twice.",
  unassigned: "It was kept: its device is not known yet.",
  rejected: "It was refused again. This is the new trace."
} as const

/** The button that sends records again. */
export const SendAgain = ({ of }: { readonly of: TracePage }) => {
  const { may, project } = useProject()
  const navigate = useNavigate()
  const { act, busy } = useAct()
  if (of.kind !== "ingest" || of.status !== "failed" || of.payload == null) return null
  if (!may("devices:write")) return <MissingPermission what="Sending it again" permission="devices:write" />
  const send = async () => {
    const { detail, status, trace_id: trace } = await sendAgain(of.id)
    toast(
      detail === null ? SAID[status] : `${SAID[status]} ${detail}`,
      status === "rejected" ? "bad" : "good"
    )
    if (status === "rejected" && trace !== null)
      await navigate({ to: "/p/$slug/operate/traces/$trace", params: { slug: project.slug, trace } })
  }
  return (
    <button className="btn" disabled={busy} onClick={() => act(send)}>
      Send again
    </button>
  )
}
