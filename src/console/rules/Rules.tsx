// Every rule as a sentence: on or off, what it did in seven days, what is wrong with it.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useDeferredValue, useState } from "react"
import { Icon } from "../look/Icon.tsx"
import { type ListedRule, rules } from "../queries/rules.ts"
import { Page } from "../shell/Page.tsx"
import { State, Trouble, Waiting } from "../shell/states.tsx"
import { useKeys } from "../shell/useKeys.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import { Gallery } from "./Gallery.tsx"
import { RuleRow } from "./RuleRow.tsx"
import { useSwitch } from "./useSwitch.ts"
import look from "./rules.module.css"

const route = getRouteApi("/known/p/$slug/rules")

const VIEWS = {
  all: { name: "All", has: () => true },
  on: { name: "On", has: ({ enabled }: ListedRule) => enabled },
  off: { name: "Off", has: ({ enabled }: ListedRule) => !enabled },
  failing: { name: "Failing", has: ({ last_error }: ListedRule) => last_error !== null },
  active: { name: "Active now", has: ({ active_count }: ListedRule) => active_count > 0 }
} as const
type View = keyof typeof VIEWS
const views = Object.keys(VIEWS) as ReadonlyArray<View> // the keys of the object above
const viewOf = (text: string | undefined): View => views.find((one) => one === text) ?? "all"

const textOf = ({ document, name, sentence }: ListedRule): string =>
  `${name} ${(sentence ?? []).map(({ text }) => text).join("")} ${JSON.stringify(document)}`.toLowerCase()

/** What is wrong comes first, then what is on; among these the newest. */
const worstFirst = (a: ListedRule, b: ListedRule): number =>
  Number(b.last_error !== null) - Number(a.last_error !== null) || Number(b.enabled) - Number(a.enabled)

const Days = ({ of }: { readonly of: ListedRule | undefined }) => (
  <span className={look["days"]}>
    {(of?.days ?? []).map(({ date }, i, all) => (
      <span key={date} data-today={i === all.length - 1}>
        {inZone(`${date}T12:00:00Z`, "UTC", "dayClock").slice(0, 3)}
      </span>
    ))}
  </span>
)

const Counts = ({ of }: { readonly of: ReadonlyArray<ListedRule> }) => {
  const failing = of.filter(VIEWS.failing.has).length
  const snoozes = of.reduce((sum, one) => sum + (one.snoozes?.count ?? 0), 0)
  return (
    <>
      <span className="soft num">
        {of.length} {of.length === 1 ? "rule" : "rules"}, {of.filter(VIEWS.on.has).length} on
      </span>
      {failing > 0 && <span className="chip bad num">{failing} failed</span>}
      {snoozes > 0 && <span className="chip num">{snoozes} snoozes</span>}
    </>
  )
}

export const Rules = () => {
  const { may, project } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(rules(project.id))
  const [text, setText] = useState("")
  const q = useDeferredValue(text.trim().toLowerCase())
  const view = viewOf(search.view)
  const all = data ?? []
  const shown = all
    .filter((one) => VIEWS[view].has(one) && (q === "" || textOf(one).includes(q)))
    .sort(worstFirst)
  const [at, setAt] = useState(-1)
  const toggle = useSwitch()
  const slug = project.slug
  const create = () =>
    void navigate({ to: "/p/$slug/rules/$rule", params: { slug, rule: "new" }, search: {} })
  useKeys({
    j: () => setAt(Math.min(shown.length - 1, at + 1)),
    k: () => setAt(Math.max(0, at - 1)),
    n: (event) => {
      event.preventDefault()
      if (may("rules:write")) create()
    },
    Enter: () => {
      const chosen = shown[at]
      if (chosen !== undefined)
        void navigate({ to: "/p/$slug/rules/$rule", params: { slug, rule: chosen.id } })
    }
  })
  return (
    <Page
      title="Rules"
      beside={data !== undefined && <Counts of={all} />}
      acts={
        may("rules:write") && (
          <Link className="btn primary" to="/p/$slug/rules/$rule" params={{ slug, rule: "new" }}>
            <Icon name="plus" size={15} /> New rule <kbd>N</kbd>
          </Link>
        )
      }
    >
      <main className={look["page"]}>
        {all.length > 0 && (
          <div className={look["tools"]}>
            <label className={look["search"]}>
              <Icon name="search" size={16} />
              <span className="hidden">Find a rule, a metric, a fence</span>
              <input
                placeholder="Rule, metric, fence"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </label>
            {views.map((one) => (
              <button
                key={one}
                type="button"
                className="btn small"
                aria-pressed={one === view}
                onClick={() => void navigate({ search: one === "all" ? {} : { view: one }, replace: true })}
              >
                {VIEWS[one].name} <span className="num">{all.filter(VIEWS[one].has).length}</span>
              </button>
            ))}
          </div>
        )}
        {error !== null && <Trouble error={error} again={() => void refetch()} />}
        {isPending && <Waiting what="the rules" />}
        {data !== undefined && all.length === 0 && (
          <State icon="rules" title="Nothing is noticed yet.">
            <p>
              A rule says what to notice: choose one below, see what it would have done, and switch it on.
            </p>
          </State>
        )}
        {all.length > 0 && (
          <section className={`panel ${look["table"]}`} aria-label="Rules">
            <div className={look["heads"]} aria-hidden="true">
              <span>On</span>
              <span>Rule, as a sentence</span>
              <span className={look["covers"]}>Covers</span>
              <Days of={all[0]} />
              <span>Last fired</span>
              <span className={look["state"]}>State</span>
            </div>
            <ul>
              {shown.map((one, i) => (
                <RuleRow
                  key={one.id}
                  of={one}
                  isChosen={i === at}
                  onChoose={() => setAt(i)}
                  onSwitch={(on) => void toggle(one, on)}
                />
              ))}
            </ul>
            {shown.length === 0 && (
              <State icon="search" title="No rule is like that.">
                <button
                  type="button"
                  className="btn"
                  onClick={() => {
                    setText("")
                    void navigate({ search: {}, replace: true })
                  }}
                >
                  Show all
                </button>
              </State>
            )}
          </section>
        )}
        {data !== undefined && may("rules:write") && <Gallery />}
      </main>
    </Page>
  )
}
