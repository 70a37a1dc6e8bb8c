// Every rule as a sentence: on or off, its events of seven days, its last error.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { foundRules, type ListedRule, rules } from "../../data/rules.ts"
import { MissingPermission, toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { Page } from "../../shell/Page.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { useRuleActs } from "../../shell/useRuleActs.ts"
import { Gallery } from "./Gallery.tsx"
import { inZone } from "../../time/zoneTime.ts"
import { RulesTabs } from "./RulesTabs.tsx"
import { RuleRow } from "./RuleRow.tsx"
import { Tools } from "./Tools.tsx"
import { useSwitch } from "./useSwitch.ts"
import { filterOf, viewOf, VIEWS, worstFirst } from "./views.ts"
import look from "./rules.module.css"

const route = getRouteApi("/known/p/$slug/rules")

const Days = ({ of }: { readonly of: ListedRule | undefined }) => (
  <span className={look["days"]}>
    {(of?.days ?? []).map(({ date }, i, all) => (
      <span key={date} data-today={i === all.length - 1}>
        {inZone(`${date}T12:00:00Z`, "UTC", "weekday")}
      </span>
    ))}
  </span>
)

const Counts = ({ of }: { readonly of: ReadonlyArray<ListedRule> }) => {
  const failing = of.filter(VIEWS.failing).length
  const snoozes = of.reduce((sum, one) => sum + (one.snoozes?.count ?? 0), 0)
  return (
    <>
      <span className="soft num">{words.rules.counts.on({ count: of.filter(VIEWS.on).length })}</span>
      {failing > 0 && <span className="chip bad num">{words.rules.counts.failed({ count: failing })}</span>}
      {snoozes > 0 && <span className="chip num">{words.rules.counts.snoozes({ count: snoozes })}</span>}
    </>
  )
}

/** The page of rules. */
export const Rules = () => {
  const { may, project } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(rules(project.id))
  const { data: archived = [] } = useQuery({
    ...foundRules(project.id, { archived: true }),
    enabled: data?.length === 0
  })
  const [text, setText] = useState(search.q ?? "")
  const view = viewOf(search.view)
  const all = data ?? []
  const filter = filterOf(search, view)
  const isArchive = view === "archived"
  const isNarrow = Object.keys(filter).length > 0
  const found = useQuery({ ...foundRules(project.id, filter), enabled: isNarrow })
  const some = isNarrow ? (found.data ?? []) : all
  const shown = some.filter(VIEWS[view]).sort(worstFirst)
  /** Sets or removes a search parameter. */
  const narrow = (member: "view" | "q" | "entity", value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => (value === undefined ? rest : { ...rest, [member]: value }),
      replace: true
    })
  const type = (typed: string) => {
    setText(typed)
    narrow("q", typed.trim() === "" ? undefined : typed.trim())
  }
  const { choose, chosen, moving } = useChosenRow(shown)
  const toggle = useSwitch()
  const acts = useRuleActs()
  const change = (act: (rule: ListedRule) => void): void => {
    if (!may("rules:write")) toastMissingPermission(words.rules.denied.change, "rules:write")
    else if (chosen !== undefined) act(chosen)
  }
  const slug = project.slug
  const create = () =>
    void navigate({ to: "/p/$slug/rules/$rule", params: { slug, rule: "new" }, search: {} })
  useKeys({
    ...moving,
    n: (event) => {
      event.preventDefault()
      if (may("rules:write")) create()
      else toastMissingPermission(words.rules.denied.make, "rules:write")
    },
    d: () => change(acts.duplicate),
    a: () => change((rule) => void (isArchive ? acts.restore(rule) : acts.archive(rule))),
    Enter: () => {
      if (chosen !== undefined && !isArchive)
        void navigate({ to: "/p/$slug/rules/$rule", params: { slug, rule: chosen.id } })
    }
  })
  return (
    <Page
      title={words.rules.title}
      beside={
        <>
          <RulesTabs rules={data?.length} />
          {data !== undefined && <Counts of={all} />}
        </>
      }
      acts={
        may("rules:write") ? (
          <Link className="btn primary" to="/p/$slug/rules/$rule" params={{ slug, rule: "new" }}>
            <Icon name="plus" size={15} /> {words.rules.newRule} <kbd>N</kbd>
          </Link>
        ) : (
          <MissingPermission what={words.rules.denied.change} permission="rules:write" />
        )
      }
    >
      <main className={look["page"]}>
        {(all.length > 0 || isArchive) && (
          <Tools
            of={isArchive ? null : some}
            text={text}
            onText={type}
            view={view}
            onView={(next) => narrow("view", next === "all" ? undefined : next)}
            entity={search.entity}
            onEntity={(next) => narrow("entity", next)}
          />
        )}
        {error !== null && <Trouble error={error} again={() => void refetch()} />}
        {found.error !== null && <Trouble error={found.error} again={() => void found.refetch()} />}
        {(isPending || (isNarrow && found.isPending)) && <Waiting what={words.rules.theRules} />}
        {data !== undefined && all.length === 0 && !isArchive && (
          <State icon="rules" title={words.rules.empty.title}>
            <p>{words.rules.empty.hint}</p>
            {archived.length > 0 && (
              <button type="button" className="btn" onClick={() => narrow("view", "archived")}>
                {words.rules.empty.archived}
              </button>
            )}
          </State>
        )}
        {(all.length > 0 || isArchive) && (
          <section className={`panel ${look["table"]}`} aria-label={words.rules.title}>
            <div className={look["heads"]} aria-hidden="true">
              <span>{words.rules.columns.on}</span>
              <span>{words.rules.columns.rule}</span>
              <span className={look["covers"]}>{words.rules.columns.covers}</span>
              <Days of={all[0] ?? shown[0]} />
              <span>{words.rules.columns.lastFired}</span>
              <span className={look["state"]}>{words.rules.columns.state}</span>
            </div>
            <ul>
              {shown.map((one) => (
                <RuleRow
                  key={one.id}
                  of={one}
                  isArchived={isArchive}
                  isChosen={one === chosen}
                  onChoose={() => choose(one.id)}
                  onSwitch={(on) => void toggle(one, on)}
                  acts={acts}
                />
              ))}
            </ul>
            {shown.length === 0 && !(isNarrow && found.data === undefined) && (
              <State icon="search" title={words.rules.noneMatch}>
                <button
                  type="button"
                  className="btn"
                  onClick={() => {
                    setText("")
                    void navigate({ search: {}, replace: true })
                  }}
                >
                  {words.common.showAll}
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
