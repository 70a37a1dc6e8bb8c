// The inbox: what needs somebody at the left, its evidence at the right. Nothing moves under the pointer.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useCallback, useState } from "react"
import { type Alert, alertsOf } from "../queries/alerts.ts"
import { Key } from "../look/Key.tsx"
import { useActs } from "../shell/acts.ts"
import { Page } from "../shell/Page.tsx"
import { State, Trouble, Waiting } from "../shell/states.tsx"
import { useKeys } from "../shell/useKeys.ts"
import { useProject } from "../shell/useProject.ts"
import { Evidence } from "./Evidence.tsx"
import { type Grouping, groupings, grouped } from "./grouped.ts"
import { InboxRow } from "./InboxRow.tsx"
import { Resolve } from "./Resolve.tsx"
import { Summary } from "./Summary.tsx"
import look from "./alerts.module.css"

const route = getRouteApi("/known/p/$slug/alerts")

const WORDS: Readonly<Record<Grouping, string>> = { time: "By time", animal: "By animal", rule: "By rule" }

const useInbox = () => {
  const { project } = useProject()
  const open = useQuery(alertsOf(project.id, "open"))
  const acknowledged = useQuery(alertsOf(project.id, "acknowledged"))
  const resolved = useQuery(alertsOf(project.id, "resolved"))
  return { open, acknowledged, resolved }
}

export const Alerts = () => {
  const { project } = useProject()
  const { by = "time", sel } = route.useSearch()
  const grouping = groupings.find((one) => one === by) ?? "time"
  const navigate = route.useNavigate()
  const { acknowledged, open, resolved } = useInbox()
  const [resolving, setResolving] = useState<Alert | null>(null)
  const { acknowledge } = useActs()

  const groups = grouped(grouping, {
    open: open.data ?? [],
    acknowledged: acknowledged.data ?? [],
    resolved: resolved.data ?? []
  })
  const all = groups.flatMap(({ alerts }) => alerts)
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === sel)
  )
  const chosen = all[at]
  const choose = useCallback(
    (id: string) => void navigate({ search: (search) => ({ ...search, sel: id }), replace: true }),
    [navigate]
  )
  const step = (by: 1 | -1) => {
    const next = all[at + by]
    if (next !== undefined) choose(next.id)
  }
  const openPage = () => {
    if (chosen !== undefined)
      void navigate({ to: "/p/$slug/events/$event", params: { slug: project.slug, event: chosen.event_id } })
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      if (chosen?.status === "open") void acknowledge(chosen)
    },
    r: (event) => {
      if (chosen === undefined || chosen.status === "resolved") return
      event.preventDefault()
      setResolving(chosen)
    },
    Enter: openPage
  })

  const error = open.error ?? acknowledged.error
  return (
    <Page title="Alerts" beside={<Summary />}>
      <div className={look["panes"]}>
        <section className={look["inbox"]} aria-label="Inbox">
          <div className={look["tools"]}>
            <div className="segments" role="group" aria-label="Group">
              {groupings.map((one) => (
                <button
                  key={one}
                  aria-pressed={one === grouping}
                  onClick={() =>
                    void navigate({ search: (search) => ({ ...search, by: one }), replace: true })
                  }
                >
                  {WORDS[one]}
                </button>
              ))}
            </div>
          </div>
          <div className={look["list"]}>
            {error !== null && <Trouble error={error} again={() => void open.refetch()} />}
            {open.isPending && <Waiting what="alerts" />}
            {groups.map(({ alerts, name, note }) => (
              <section key={name} aria-label={name}>
                <h2 className={look["group"]}>
                  {name} <span className="faint">{note}</span>
                </h2>
                <ul>
                  {alerts.map((alert) => (
                    <InboxRow
                      key={alert.id}
                      alert={alert}
                      chosen={alert.id === chosen?.id}
                      onChoose={() => choose(alert.id)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <footer className={look["keys"]}>
            <span>
              <kbd>J</kbd> <kbd>K</kbd> move
            </span>
            <span>
              <kbd>E</kbd> acknowledge
            </span>
            <span>
              <kbd>R</kbd> resolve
            </span>
            <span>
              <Key of="↵" /> open
            </span>
          </footer>
        </section>
        {chosen === undefined ? (
          !open.isPending &&
          error === null && (
            <State icon="alerts" title="Nothing needs you.">
              <p>A rule that fires with an alert puts it here.</p>
            </State>
          )
        ) : (
          <Evidence key={chosen.id} alert={chosen} onResolve={() => setResolving(chosen)} />
        )}
      </div>
      <Resolve alert={resolving} onClose={() => setResolving(null)} />
    </Page>
  )
}
