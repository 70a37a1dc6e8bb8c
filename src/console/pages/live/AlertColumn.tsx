// The alerts beside the map: acknowledged in the row; events of the last day below.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { AlertRow } from "../alerts/AlertRow.tsx"
import { NewItemsBanner } from "../alerts/NewItemsBanner.tsx"
import { SeverityChoice } from "../alerts/Choice.tsx"
import { Newest } from "../alerts/Newest.tsx"
import { Resolve } from "../alerts/Resolve.tsx"
import { useAlertWays } from "../alerts/useAlertWays.ts"
import { useCounted } from "../alerts/useCounted.ts"
import { useFrozenList } from "../alerts/useFrozenList.ts"
import { readPencil } from "../areas/pencil.ts"
import { type Alert, type AlertList, type AlertStatus, countOf } from "../../data/alerts.ts"
import { useAlerts } from "../../data/alerts/useAlerts.ts"
import { usePhone } from "../../design/usePhone.ts"
import { type Happened, recentEvents } from "../../data/mapQueries.ts"
import { Severity, type SeverityName } from "../../design/marks/Severity.tsx"
import { useActs } from "../../shell/acts.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { noteChosenRow } from "./toastKey.ts"
import look from "./column.module.css"
import { Grip } from "./Grip.tsx"
import page from "./live.module.css"
import type { SheetHeight } from "./sheet.ts"
import { usePull } from "./usePull.ts"
import { WayOn } from "./WayOn.tsx"

const TABS: ReadonlyArray<AlertStatus> = ["open", "acknowledged", "resolved"]

const emptyText = (status: AlertStatus): string =>
  status === "open" ? words.live.column.emptyOpen : words.alerts.empty[status].title

/** Events below the alerts at most; the time strip has all. */
const MAX_EVENTS = 12
const DAY_MS = 86_400_000

/** Titled emphasises the subject's name in the title. */
const Titled = ({ of: { entity_name: name, title } }: { readonly of: Happened["properties"] }) =>
  name !== null && title.startsWith(`${name} `) ? (
    <>
      <b>{name}</b>
      {title.slice(name.length)}
    </>
  ) : (
    title
  )

const Recent = () => {
  const { project, zone } = useProject()
  const { data: events = [] } = useQuery(recentEvents(project.id))
  const since = useNow() - DAY_MS
  const others = events.filter(({ properties: p }) => p.alert_status !== "open" && Date.parse(p.time) > since)
  if (others.length === 0) return null
  return (
    <section aria-label={words.live.column.recent}>
      <h2 className={look["head"]}>{words.live.column.recentShort}</h2>
      <ul>
        {others.slice(0, MAX_EVENTS).map(({ id, properties: p }) => (
          <li key={id}>
            <Link
              to="/p/$slug/events/$event"
              params={{ slug: project.slug, event: id }}
              className={look["event"]}
            >
              <Severity of={p.severity} size={14} />
              <bdi>
                <Titled of={p} />
              </bdi>
              <time className="faint num" dateTime={p.time}>
                {inZone(p.time, zone, "clock")}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CountProps {
  /** undefined: loading */
  readonly of: AlertList | undefined
  readonly counted: number | undefined
}

const Count = ({ counted, of }: CountProps) => (
  <span className="num">
    {of === undefined ? "" : countOf(of, counted)}
    {of?.isCut === true && counted === undefined && "+"}
  </span>
)

interface AlertColumnProps {
  readonly onShow: (alert: Alert) => void
  /** height of the sheet on a phone */
  readonly height: SheetHeight
  readonly onHeight: (to: SheetHeight) => void
}

/** AlertColumn lists alerts and events beside the map. */
export const AlertColumn = ({ height, onHeight, onShow }: AlertColumnProps) => {
  const phone = usePhone()
  const pull = usePull(height, onHeight)
  const { may, project } = useProject()
  const [tab, setTab] = useState<AlertStatus>("open")
  // undefined: no selection yet, so the newest is open; later alerts move nothing
  const [chosen, setChosen] = useState<string | null>()
  const [severity, setSeverity] = useState<SeverityName>()
  const filter = severity === undefined ? {} : { severity }
  const open = useAlerts(project.id, "open", filter)
  const acknowledged = useAlerts(project.id, "acknowledged", filter)
  const resolved = useAlerts(project.id, "resolved", filter, { enabled: tab === "resolved" })
  const lists = { open, acknowledged, resolved }
  const counts = {
    open: useCounted(open.data, "open", severity !== undefined),
    acknowledged: useCounted(acknowledged.data, "acknowledged", severity !== undefined)
  }
  const { data, error, refetch } = lists[tab]
  const { acknowledge } = useActs()
  const [resolving, setResolving] = useState<Alert | null>(null)
  const still = useFrozenList(data?.items ?? [])
  const alerts = still.shown,
    isEmpty = data?.items.length === 0 && !data.isCut
  if (chosen === undefined && alerts[0] !== undefined) setChosen(alerts[0].id)
  const at = alerts.findIndex(({ id }) => id === chosen)
  // index of the alert that left the list: the next selection is the alert now at that index
  const list = `${tab} ${severity ?? ""}`
  const [last, setLast] = useState({ list, at: 0 })
  if (last.list !== list) setLast({ list, at: Math.max(0, at) })
  else if (at >= 0 && at !== last.at) setLast({ list, at })
  const isRowChosen = at >= 0
  useEffect(() => noteChosenRow(isRowChosen), [isRowChosen])
  const step = (by: 1 | -1) => {
    const to = at >= 0 ? at + by : by > 0 ? last.at : last.at - 1
    const next = alerts[Math.min(alerts.length - 1, Math.max(0, to))]
    if (next === undefined) return
    setChosen(next.id)
    onShow(next)
  }
  const { toPage, toTrace, toWhyNot } = useAlertWays()
  const withChosen = (act: (alert: Alert) => void) => () => {
    if (alerts[at] !== undefined && !readPencil().busy) act(alerts[at]) // while drawing, Enter ends the shape
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    t: withChosen(toTrace),
    w: withChosen(toWhyNot),
    Enter: withChosen(toPage),
    r: (event) => {
      const alert = alerts[at]
      if (alert === undefined || !may("alerts:write")) return
      event.preventDefault()
      setResolving(alert)
    },
    e: () => {
      const alert = alerts[at]
      if (alert?.status === "open") void acknowledge(alert)
    }
  })
  return (
    <aside className={page["column"]} aria-label={words.alerts.title}>
      <header className={look["header"]} {...(phone ? { onPointerDown: pull } : {})}>
        {phone && <Grip height={height} onHeight={onHeight} />}
        <div className={look["top"]}>
          <h1>{words.alerts.title}</h1>
          <SeverityChoice value={severity} onChoose={setSeverity} />
        </div>
        <div className="tabs" role="tablist">
          {TABS.map((status) => (
            <button key={status} role="tab" aria-selected={tab === status} onClick={() => setTab(status)}>
              {words.alerts.statuses[status]}
              {status !== "resolved" && <Count of={lists[status].data} counted={counts[status]} />}
            </button>
          ))}
        </div>
      </header>
      <div className={look["list"]} role="tabpanel" data-open={open.data?.items.length} {...still.bind}>
        <NewItemsBanner arrived={still.arrived} show={still.show} />
        {error !== null && <Trouble error={error} again={() => void refetch()} />}
        {data === undefined && error === null && <Waiting what={words.alerts.alerts} />}
        {isEmpty && severity === undefined && <p className={look["none"]}>{emptyText(tab)}</p>}
        {isEmpty && severity !== undefined && (
          <p className={look["none"]}>
            {words.alerts.noneMatch}{" "}
            <button className="link" onClick={() => setSeverity(undefined)}>
              {words.common.showAll}
            </button>
          </p>
        )}
        <Newest of={data} status={tab} filter={filter} />
        <ul>
          {alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              chosen={alert.id === chosen}
              onResolve={() => setResolving(alert)}
              onChoose={() => {
                setChosen(alert.id === chosen ? null : alert.id)
                onShow(alert)
              }}
            />
          ))}
        </ul>
        {tab === "open" && <Recent />}
        {tab === "open" && <WayOn />}
      </div>
      <footer className={look["keys"]}>
        <span>
          <kbd>J</kbd>
          <kbd>K</kbd> {words.alerts.keys.move}
        </span>
        <span>
          <kbd>E</kbd> {words.alerts.keys.acknowledge}
        </span>
        <span>
          <kbd>T</kbd> {words.alerts.keys.trace}
        </span>
        <span className="push">
          <kbd>?</kbd>
        </span>
      </footer>
      <Resolve alert={resolving} onClose={() => setResolving(null)} />
    </aside>
  )
}
