// The alert inbox: the list at the left, the evidence of the selected alert at the right. The list does not move
// while it is in use.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { type Alert, alertSummary } from "../../data/alerts.ts"
import { currentMap } from "../../data/mapQueries.ts"
import { rules } from "../../data/rules.ts"
import { useActs } from "../../shell/acts.ts"
import { Page } from "../../shell/Page.tsx"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { NewItemsBanner } from "./NewItemsBanner.tsx"
import { Evidence } from "./Evidence.tsx"
import type { Group } from "./grouped.ts"
import { InboxRow } from "./InboxRow.tsx"
import { InboxTools } from "./InboxTools.tsx"
import { Newest } from "./Newest.tsx"
import { Resolve } from "./Resolve.tsx"
import { Summary } from "./Summary.tsx"
import { Tabs } from "./Tabs.tsx"
import { useAlertWays } from "./useAlertWays.ts"
import { useInbox } from "./useInbox.ts"
import { useShown } from "./useShown.ts"
import { useInboxSearch } from "./useInboxSearch.ts"
import look from "./alerts.module.css"

const route = getRouteApi("/known/p/$slug/alerts")

/** Watched says how many rules watch how many animals, so that an empty inbox means that all is well. */
const Watched = () => {
  const { project } = useProject()
  const { data: all } = useQuery(rules(project.id))
  const { data: map } = useQuery(currentMap(project.id))
  const params = { slug: project.slug }
  const on = all?.filter(({ enabled }) => enabled).length
  if (on === undefined || map === undefined) return null
  return (
    <>
      <p className="num">
        {on === 0
          ? words.alerts.noRuleOn
          : words.alerts.watched({ rules: on, animals: map.counts.total, ...entityWord(project) })}
      </p>
      <Link className="btn" to="/p/$slug/rules" params={params}>
        {on === 0 ? words.alerts.switchOnRule : words.alerts.seeRules}
      </Link>
    </>
  )
}

const Empty = () => {
  const { change, filter, tab } = useInboxSearch()
  if (Object.keys(filter).length > 0)
    return (
      <State icon="search" title={words.alerts.noneMatch}>
        <button className="btn" onClick={() => change({ severity: undefined, rule: undefined })}>
          {words.common.showAll}
        </button>
      </State>
    )
  const { hint, title } = words.alerts.empty[tab]
  return (
    <State icon="alerts" title={title}>
      <p>{hint}</p>
      {tab === "open" && <Watched />}
    </State>
  )
}

/**
 * Note stands beside the name of a group; of a truncated group it links to the full list. Alerts from replays
 * of past data are listed but not counted.
 */
const Note = ({ of: { cut, note } }: { readonly of: Group }) => {
  const { project } = useProject()
  const { change } = useInboxSearch()
  const { data } = useQuery(alertSummary(project.id))
  if (cut !== true) return <span className="faint">{note}</span>
  return (
    <button className="link num" onClick={() => change({ tab: "resolved", sel: undefined })}>
      {data === undefined || data.resolved_30d === 0
        ? words.alerts.all
        : words.alerts.in30Days({ count: data.resolved_30d })}
    </button>
  )
}

const Keys = () => (
  <footer className={look["keys"]}>
    <span>
      <kbd>J</kbd> <kbd>K</kbd> {words.alerts.keys.move}
    </span>
    <span>
      <kbd>E</kbd> {words.alerts.keys.acknowledge}
    </span>
    <span>
      <kbd>R</kbd> {words.alerts.keys.resolve}
    </span>
    <span>
      <kbd>Z</kbd> {words.alerts.keys.undo}
    </span>
    <span>
      <kbd>T</kbd> {words.alerts.keys.trace}
    </span>
    <span className="push">
      <kbd>?</kbd>
    </span>
  </footer>
)

/** Alerts is the page of the alert inbox. */
export const Alerts = () => {
  const { may, project } = useProject()
  const navigate = route.useNavigate()
  const { filter, tab } = useInboxSearch()
  const { choose, chosen, elsewhere, groups, isPending, pages, read, shown, step, still } = useInbox()
  const [resolving, setResolving] = useState<Alert | null>(null)
  const { acknowledge } = useActs()
  const { error } = shown
  const cut = (["open", "acknowledged"] as const).filter(
    (status) => (tab === "open" || tab === status) && read[status]?.isCut === true
  )
  const isEmpty = groups.length === 0 && cut.length === 0 && !isPending && error === null

  const { toPage, toWhyNot } = useAlertWays()
  const sel = useShown(chosen)
  const open = () => chosen !== undefined && toPage(chosen)
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      if (chosen?.status === "open") void acknowledge(chosen)
    },
    m: () => {
      if (sel !== null)
        void navigate({ to: "/p/$slug/live", params: { slug: project.slug }, search: { sel } })
    },
    w: () => chosen !== undefined && toWhyNot(chosen),
    r: (event) => {
      if (chosen === undefined || !may("alerts:write")) return
      event.preventDefault()
      setResolving(chosen)
    },
    Enter: open
  })

  return (
    <Page title={words.alerts.title} beside={<Tabs />} acts={<Summary />}>
      <div className={look["panes"]}>
        <section className={look["inbox"]} aria-label={words.alerts.inbox}>
          <InboxTools />
          <div className={look["list"]} {...still.bind}>
            {tab === "open" && <NewItemsBanner arrived={still.arrived} show={still.show} />}
            {error !== null && <Trouble error={error} again={() => void shown.refetch()} />}
            {isPending && error === null && <Waiting what={words.alerts.alerts} />}
            {cut.map((status) => (
              <Newest key={status} of={read[status]} status={status} filter={filter} />
            ))}
            {groups.map((group) => (
              <section key={group.name} aria-label={group.name}>
                <h2 className={look["group"]}>
                  <bdi>{group.name}</bdi> <Note of={group} />
                </h2>
                <ul>
                  {group.alerts.map((alert) => (
                    <InboxRow
                      key={alert.id}
                      alert={alert}
                      chosen={alert.id === chosen?.id}
                      onChoose={() => choose(alert.id)}
                      onOpen={open}
                    />
                  ))}
                </ul>
              </section>
            ))}
            {pages !== null && <ShowMore of={pages} />}
          </div>
          <Keys />
        </section>
        {chosen !== undefined ? (
          <Evidence key={chosen.id} alert={chosen} onResolve={() => setResolving(chosen)} />
        ) : elsewhere.error !== null ? (
          <Trouble error={elsewhere.error} again={() => void elsewhere.refetch()} />
        ) : (
          isEmpty && <Empty />
        )}
      </div>
      <Resolve alert={resolving} onClose={() => setResolving(null)} />
    </Page>
  )
}
