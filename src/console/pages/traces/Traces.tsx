// Traces, newest first: searched by device, animal, rule, code, status, time or id; each with its decisive step.
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import lists from "../../design/list.module.css"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { type Trace, traces } from "../../data/traces.ts"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { detailLine, took } from "./stepWords.ts"
import { Tools } from "./Tools.tsx"
import { kinds, kindWord, statuses, statusWord, titleOf } from "./traceWords.ts"
import look from "./traces.module.css"

const route = getRouteApi("/known/p/$slug/operate/traces")

const DAY = 86_400_000

interface RowProps {
  readonly of: Trace
  readonly chosen: boolean
  readonly onChoose: () => void
}

const Row = ({ chosen, of, onChoose }: RowProps) => {
  const { project, zone } = useProject()
  const now = useNow()
  const at = Date.parse(of.started_at)
  const why = of.decisive === null ? (of.error ?? "") : detailLine(of.decisive.detail)
  return (
    <tr aria-selected={chosen} data-status={of.status} onClick={onChoose}>
      <td className="mono">{inZone(at, zone, now - at < DAY ? "seconds" : "dayTime")}</td>
      <td className={look["became"]}>{statusWord(of.status)}</td>
      <td>
        <Link
          className={lists["name"]}
          to="/p/$slug/operate/traces/$trace"
          params={{ slug: project.slug, trace: of.id }}
        >
          <bdi>{titleOf(of)}</bdi>
        </Link>
      </td>
      <td className={look["why"]}>
        {of.code !== null && <code className="mono">{of.code}</code>}{" "}
        <span className="soft">{why || of.decisive?.name}</span>
      </td>
      <td className="end soft">{of.duration_ms > 0 ? took(of.duration_ms) : ""}</td>
      <td className="soft">{kindWord(of.kind)}</td>
    </tr>
  )
}

/** The page of traces. */
export const Traces = () => {
  const { project } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(search.q ?? "")
  const q = useDeferredValue(text.trim())
  const kind = kinds.find((one) => one === search.kind)
  const status = statuses.find((one) => one === search.status)
  const to = search.to === undefined ? Number.NaN : Date.parse(search.to)
  const filter = {
    ...(q === "" ? {} : { q }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(search.code === undefined ? {} : { code: search.code }),
    ...(search.device === undefined ? {} : { device_id: search.device }),
    ...(search.entity === undefined ? {} : { entity_id: search.entity }),
    ...(search.rule === undefined ? {} : { rule_id: search.rule }),
    ...(Number.isNaN(to) ? {} : { to })
  }
  const list = useInfiniteQuery(traces(project.id, filter))
  const { data, error, isPending, refetch } = list
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  const { choose, chosen, moving } = useChosenRow(rows)
  const showAll = () => {
    setText("")
    void navigate({ search: {}, replace: true })
  }
  useKeys({
    ...moving,
    Enter: () => {
      if (chosen !== undefined)
        void navigate({
          to: "/p/$slug/operate/traces/$trace",
          params: { slug: project.slug, trace: chosen.id }
        })
    }
  })
  const isNarrow = Object.keys(filter).length > 0
  return (
    <OperateFrame
      name={words.traces.title}
      acts={
        <button className="btn" onClick={() => void refetch()}>
          {words.traces.refresh}
        </button>
      }
    >
      <main className={lists["page"]}>
        <Tools text={text} onText={setText} onAll={isNarrow ? showAll : null} />
        <div className={`panel ${lists["panel"]}`}>
          {error !== null && <Trouble error={error} again={() => void refetch()} />}
          {isPending && <Waiting what={words.traces.waiting} />}
          {!isPending && rows.length === 0 && error === null && (
            <State icon="search" title={isNarrow ? words.traces.empty.search : words.traces.empty.all}>
              <p>{words.traces.empty.hint}</p>
              {isNarrow && (
                <button className="btn" onClick={showAll}>
                  {words.traces.showAll}
                </button>
              )}
            </State>
          )}
          {rows.length > 0 && (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.traces.head.began}</th>
                  <th scope="col">{words.traces.head.result}</th>
                  <th scope="col">{words.traces.head.what}</th>
                  <th scope="col">{words.traces.head.why}</th>
                  <th scope="col" className="end">
                    {words.traces.head.took}
                  </th>
                  <th scope="col">{words.traces.head.kind}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <Row key={one.id} of={one} chosen={one === chosen} onChoose={() => choose(one.id)} />
                ))}
              </tbody>
            </table>
          )}
          <ShowMore of={list} />
        </div>
      </main>
    </OperateFrame>
  )
}
