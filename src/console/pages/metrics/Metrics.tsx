// The metrics of the project's devices. A metric without a definition can be defined on the spot; server admins
// define metrics for all projects.
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { projectMetrics } from "../../data/projectMetrics.ts"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { NewMetric } from "./NewMetric.tsx"
import { Row } from "./Row.tsx"
import look from "./metrics.module.css"

const route = getRouteApi("/known/p/$slug/operate/metrics")

const VIEWS = ["open", "defined"] as const
type View = (typeof VIEWS)[number]

/** The page of metrics. */
export const Metrics = () => {
  const { me, project } = useProject()
  const [isMaking, setMaking] = useState(false)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view: View | undefined =
    search.view === "all" ? undefined : search.view === "defined" ? "defined" : "open"
  const list = useInfiniteQuery(
    projectMetrics(project.id, view === undefined ? undefined : view === "defined")
  )
  const { data, error, isPending, refetch } = list
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <OperateFrame
      name={words.metrics.title}
      acts={
        me.server_admin && (
          <button className="btn primary" onClick={() => setMaking(true)}>
            <Icon name="plus" size={15} /> {words.metrics.newMetric}
          </button>
        )
      }
    >
      <main className={look["page"]}>
        <Segments
          label={words.metrics.which}
          of={VIEWS.map((one) => [one, words.metrics.views[one]] as const)}
          value={view}
          onChoose={(to) =>
            void navigate({ search: to === "open" ? {} : { view: to ?? "all" }, replace: true })
          }
        />
        <div className={`panel ${look["panel"]}`}>
          {error !== null && <Trouble error={error} again={() => void refetch()} />}
          {isPending && <Waiting what={words.metrics.waiting} />}
          {!isPending && rows.length === 0 && error === null && (
            <State icon="check" title={view === "open" ? words.metrics.empty.open : words.metrics.empty.all}>
              <p>{words.metrics.empty.hint}</p>
            </State>
          )}
          <ul className={look["list"]}>
            {rows.map((one) => (
              <Row key={one.key} of={one} chosen={one.key === search.sel} />
            ))}
          </ul>
          <ShowMore of={list} />
        </div>
      </main>
      <NewMetric open={isMaking} onClose={() => setMaking(false)} />
    </OperateFrame>
  )
}
