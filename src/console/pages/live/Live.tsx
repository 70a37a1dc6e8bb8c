// The live page: map, alerts, and recent events.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { loadWords } from "../../../words/language.ts"
import { shownBy } from "../alerts/useShown.ts"
import { readPencil } from "../areas/pencil.ts"
import type { Alert } from "../../data/alerts.ts"
import { currentMap } from "../../data/mapQueries.ts"
import { queryClient } from "../../data/queryClient.ts"
import type { Hit } from "../../map/TrackingMap.ts"
import { usePhone } from "../../design/usePhone.ts"
import { toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { usePageTitle } from "../../documentTitle.ts"
import { AlertColumn } from "./AlertColumn.tsx"
import { EntityCard } from "./EntityCard.tsx"
import { FirstRun } from "./FirstRun.tsx"
import look from "./live.module.css"
import { MapControls } from "./MapControls.tsx"
import type { Field } from "./LiveMap.ts"
import { MapPane } from "./MapPane.tsx"
import { coveredBy, type SheetHeight } from "./sheet.ts"
import { TimeStrip } from "./TimeStrip.tsx"
import { ReplayBar } from "./ReplayBar.tsx"
import { Toast } from "./Toast.tsx"
import { TopBar } from "./TopBar.tsx"
import { useFollow } from "./useFollow.ts"
import { useWindow } from "./useWindow.ts"

const Tools = lazy(async () => {
  const [{ Tools: component }] = await Promise.all([
    import("../areas/Tools.tsx"),
    loadWords("area", "areas", "areaFiles", "rules", "server")
  ])
  return { default: component }
})

const route = getRouteApi("/known/p/$slug/live")

/** Live is the live page. */
export const Live = () => {
  const { may, project } = useProject()
  usePageTitle(words.live.title)
  const { area, sel, tool } = route.useSearch()
  const navigate = route.useNavigate()
  const [field, setField] = useState<Field | null>(null)
  const window = useWindow()
  const nobody = useQuery(currentMap(project.id)).data?.counts.total === 0

  const choose = useCallback(
    (id: string | null) =>
      void navigate({
        search: ({ sel: _, ...rest }) => (id === null ? rest : { ...rest, sel: id }),
        replace: true
      }),
    [navigate]
  )
  /** Opens a panel; only one is open at a time. */
  const open = useCallback(
    (to: { readonly area?: string; readonly tool?: string }) =>
      void navigate({ search: ({ area: _, tool: __, ...rest }) => ({ ...rest, ...to }), replace: true }),
    [navigate]
  )
  const onHit = useCallback(
    (hit: Hit | null) => {
      if (readPencil().busy) return // the click belongs to the drawing tool
      if (hit?.kind === "event")
        void navigate({ to: "/p/$slug/events/$event", params: { slug: project.slug, event: hit.id } })
      else if (hit?.kind === "place") choose(hit.id)
      else
        void navigate({
          search: ({ area: _, sel: __, tool: ___, ...rest }) =>
            hit === null ? rest : { ...rest, area: hit.id },
          replace: true
        })
    },
    [choose, navigate, project.slug]
  )
  const page = useRef<HTMLElement>(null)
  const [height, setHeight] = useState<SheetHeight>("half")
  const phone = usePhone()
  // the sheet covers part of the map: the visible part keeps its view
  useEffect(
    () => field?.map.cover(phone ? coveredBy(height, page.current?.clientHeight ?? 0) : 0),
    [field, height, phone]
  )
  const show = useCallback(
    (alert: Alert) => {
      const seen = queryClient.getQueryData(currentMap(project.id).queryKey)
      const id = shownBy(seen ?? { features: [] }, alert)
      if (id === null) return
      setHeight((now) => (now === "full" ? "half" : now))
      choose(id)
      const at = field?.live.place(id)?.at
      if (at !== undefined) field?.map.goTo(at)
    },
    [choose, field, project.id]
  )

  const { follows, toggle: follow } = useFollow(field, sel)
  const measure = () => open(tool === "measure" ? {} : { tool: "measure" })
  useKeys({
    f: follow,
    s: measure,
    v: () => void navigate({ to: "/p/$slug/animals", params: { slug: project.slug } }),
    Escape: () => choose(null),
    d: () =>
      may("features:write")
        ? open({ tool: "draw" })
        : toastMissingPermission(words.live.drawingAreas, "features:write"),
    n: () =>
      may("events:write")
        ? open({ tool: "report" })
        : toastMissingPermission(words.live.reporting, "events:write"),
    a: () => open({ tool: "areas" })
  })

  return (
    <main ref={page} className={look["page"]} data-sheet={height}>
      <section className={look["field"]} aria-label={words.live.field}>
        <MapPane window={window} chosen={sel ?? null} onHit={onHit} onReady={setField} />
        {nobody && tool === undefined && area === undefined && <FirstRun />}
        <TopBar />
        <Toast onShow={show} />
        <MapControls
          field={field}
          measuring={tool === "measure"}
          onMeasure={measure}
          onTool={(name) => open({ tool: name })}
        />
        {field !== null && (tool !== undefined || area !== undefined) && (
          <Suspense>
            <Tools field={field} />
          </Suspense>
        )}
        {sel !== undefined && field !== null && (
          <EntityCard
            id={sel}
            field={field}
            follows={follows}
            onFollow={follow}
            onClose={() => choose(null)}
          />
        )}
        <ReplayBar from={window.from} to={window.to} onRest={window.rest} />
        {!nobody && <TimeStrip from={window.from} to={window.to} onRest={window.rest} />}
      </section>
      <AlertColumn onShow={show} height={height} onHeight={setHeight} />
    </main>
  )
}
