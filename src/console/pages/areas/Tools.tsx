// The panels over the live map for drawing, import and reports; the address selects one.
import { getRouteApi } from "@tanstack/react-router"
import { useCallback } from "react"
import type { Field } from "../live/LiveMap.ts"
import { useProject } from "../../shell/useProject.ts"
import { AreaEditor } from "./AreaEditor.tsx"
import { AreaList } from "./AreaList.tsx"
import { AreaPanel } from "./AreaPanel.tsx"
import { MeasurePanel } from "./measure/MeasurePanel.tsx"
import { ImportPanel } from "./file/ImportPanel.tsx"
import { ReportPanel } from "./ReportPanel.tsx"

const route = getRouteApi("/known/p/$slug/live")

/** Tools renders the panel that the address names. */
export const Tools = ({ field }: { readonly field: Field }) => {
  const { may } = useProject()
  const { area, tool } = route.useSearch()
  const navigate = route.useNavigate()
  const go = useCallback(
    (to: { readonly area?: string; readonly tool?: string }) =>
      void navigate({ search: ({ area: _, tool: __, ...rest }) => ({ ...rest, ...to }), replace: true }),
    [navigate]
  )
  const close = useCallback(() => go({}), [go])
  const chosen = (id: string | null) => go(id === null ? {} : { area: id })
  if (tool === "measure") return <MeasurePanel field={field} onClose={close} />
  if (tool === "report" && may("events:write")) return <ReportPanel field={field} onClose={close} />
  if (tool === "import" && may("features:write")) return <ImportPanel field={field} onClose={close} />
  if (tool === "draw" && may("features:write"))
    return <AreaEditor field={field} base={null} onDone={chosen} />
  if (area !== undefined)
    return (
      <AreaPanel
        key={area}
        field={field}
        id={area}
        isChanging={tool === "change"}
        onClose={close}
        onChanged={() => go({ area })}
      />
    )
  if (tool === "areas")
    return <AreaList onClose={close} onChoose={chosen} onTool={(next) => go({ tool: next })} />
  return null
}
