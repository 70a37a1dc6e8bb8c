// Received items, newest first, with their outcomes; the payload of the chosen one beside them.
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { type Arrival, traffic } from "../../data/traffic.ts"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { Item } from "./Item.tsx"
import { Overview } from "./Overview.tsx"
import { Tools } from "./Tools.tsx"
import { takenAt } from "./takenAt.ts"
import look from "./traffic.module.css"
import { became, contents, momentOf, statusIn } from "./words.ts"

const route = getRouteApi("/known/p/$slug/operate/traffic")

const DAY = 86_400_000

interface RowProps {
  readonly of: Arrival
  readonly chosen: boolean
  readonly onChoose: () => void
}

const Row = ({ chosen, of, onChoose }: RowProps) => {
  const { zone } = useProject()
  const now = useNow()
  const at = Date.parse(of.received_at)
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  return (
    <tr ref={row} aria-selected={chosen} data-status={of.status} onClick={onChoose}>
      <td className="mono">{inZone(at, zone, now - at < DAY ? "seconds" : "dayTime")}</td>
      <td className={look["became"]}>{became(of.status)}</td>
      <td>
        <button className={look["name"]} onClick={onChoose}>
          <bdi>{of.entity_name ?? of.device_name ?? words.traffic.list.unassigned}</bdi>
        </button>
      </td>
      <td>
        <code className="mono">{of.external_id}</code>
      </td>
      <td className="soft">{contents(of.payload)}</td>
      <td>{of.data_source_name}</td>
      <td>{of.code !== null && <code className="mono soft">{of.code}</code>}</td>
    </tr>
  )
}

/** The page of received items. */
export const Traffic = () => {
  const { project } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [held, setHeld] = useState(false)
  const status = statusIn(search.status)
  const from = momentOf(search.from),
    to = momentOf(search.to)
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(search.source === undefined ? {} : { data_source_id: search.source }),
    ...(search.device === undefined ? {} : { device_id: search.device }),
    ...(search.q === undefined ? {} : { external_id: search.q }),
    ...(search.code === undefined ? {} : { code: search.code }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to })
  }
  const list = useInfiniteQuery(traffic(project.id, filter, held))
  const { data, error, isPending, refetch } = list
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  const taken = search.sel === undefined ? momentOf(search.taken) : undefined
  const at = taken === undefined ? rows.findIndex(({ id }) => id === search.sel) : takenAt(rows, taken)
  const chosen = rows[at]
  const choose = (to: Arrival | undefined) => {
    if (to !== undefined) void navigate({ search: (old) => ({ ...old, sel: to.id }), replace: true })
  }
  useKeys({
    j: () => choose(rows[Math.min(rows.length - 1, at + 1)]),
    k: () => choose(rows[Math.max(0, at - 1)]),
    t: () => {
      if (chosen?.trace_id != null)
        void navigate({
          to: "/p/$slug/operate/traces/$trace",
          params: { slug: project.slug, trace: chosen.trace_id }
        })
    }
  })
  const text = words.traffic.list
  const isNarrow = Object.keys(filter).length > 0
  return (
    <OperateFrame
      name={words.traffic.title}
      acts={
        <button className="btn" aria-pressed={held} onClick={() => setHeld(!held)}>
          <Icon name={held ? "play" : "pause"} size={14} />{" "}
          {held ? words.traffic.resume : words.traffic.pause}
        </button>
      }
    >
      <main className={look["page"]}>
        <Overview />
        <section className={`panel ${look["list"]}`} aria-labelledby="came">
          <header className={look["head"]}>
            <h2 id="came">{text.title}</h2>
            <span className="soft">{text.about}</span>
          </header>
          <Tools />
          <div className={look["table"]}>
            {error !== null && <Trouble error={error} again={() => void refetch()} />}
            {isPending && <Waiting what={words.traffic.what} />}
            {!isPending && rows.length === 0 && error === null && (
              <State icon="plug" title={isNarrow ? text.noneMatch : text.empty}>
                {isNarrow && (
                  <button className="btn" onClick={() => void navigate({ search: {}, replace: true })}>
                    {words.common.showAll}
                  </button>
                )}
              </State>
            )}
            {rows.length > 0 && (
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{text.columns.time}</th>
                    <th scope="col">{text.columns.outcome}</th>
                    <th scope="col">{text.columns.sender}</th>
                    <th scope="col">{text.columns.externalId}</th>
                    <th scope="col">{text.columns.contents}</th>
                    <th scope="col">{text.columns.source}</th>
                    <th scope="col">{text.columns.code}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((one) => (
                    <Row key={one.id} of={one} chosen={one.id === chosen?.id} onChoose={() => choose(one)} />
                  ))}
                </tbody>
              </table>
            )}
            <ShowMore of={list} />
          </div>
        </section>
        {taken === undefined || chosen !== undefined || isPending ? (
          <Item of={chosen ?? rows[0] ?? null} />
        ) : (
          <aside className={`panel ${look["item"]}`} aria-label={words.traffic.item.label}>
            <p className={look["why"]}>{words.traffic.item.expired}</p>
          </aside>
        )}
      </main>
    </OperateFrame>
  )
}
