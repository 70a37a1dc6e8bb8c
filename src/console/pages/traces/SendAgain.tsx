// Sends refused records through intake again, after the cause was fixed.
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { sendAgain, type TracePage } from "../../data/traces.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"

/** The button that sends records again. */
export const SendAgain = ({ of }: { readonly of: TracePage }) => {
  const { may, project } = useProject()
  const navigate = useNavigate()
  const { act, busy } = useAct()
  if (of.kind !== "ingest" || of.status !== "failed" || of.payload == null) return null
  if (!may("devices:write"))
    return <MissingPermission what={words.traces.sendAgain.sending} permission="devices:write" />
  const send = async () => {
    const { detail, status, trace_id: trace } = await sendAgain(of.id)
    const result = words.traces.sendAgain.result[status]
    toast(
      detail === null ? result : words.traces.sendAgain.withDetail({ result, detail }),
      status === "rejected" ? "bad" : "good"
    )
    if (status === "rejected" && trace !== null)
      await navigate({ to: "/p/$slug/operate/traces/$trace", params: { slug: project.slug, trace } })
  }
  return (
    <button className="btn" disabled={busy} onClick={() => act(send)}>
      {words.traces.sendAgain.open}
    </button>
  )
}
