// All animals in one table: reporting status, place, battery and last day.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import { AnalyseLink } from "../analyses/AnalyseLink.tsx"
import { type Animal, animals, entityTypes } from "../../data/animals.ts"
import { currentMap } from "../../data/mapQueries.ts"
import { Key } from "../../design/marks/Key.tsx"
import { metricName } from "../../design/metricName.ts"
import { Page } from "../../shell/Page.tsx"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import { AnimalRow } from "./AnimalRow.tsx"
import { HerdActs } from "./add/HerdActs.tsx"
import { Heads, sortOf } from "./Heads.tsx"
import { HerdTabs } from "./HerdTabs.tsx"
import { REPORTINGS, statusOf, Tools } from "./Tools.tsx"
import look from "./animals.module.css"

const route = getRouteApi("/known/p/$slug/animals")

const Counts = () => {
  const { project } = useProject()
  const { data } = useQuery(currentMap(project.id))
  if (data === undefined) return null
  const { late, on_time, silent, total } = data.counts
  return (
    <>
      <span className="soft num">{words.animals.tracked({ total, reporting: on_time })}</span>
      {late > 0 && <span className="chip late num">{words.animals.late({ count: late })}</span>}
      {silent > 0 && <span className="chip bad num">{words.animals.silent({ count: silent })}</span>}
    </>
  )
}

/** Animals is the page that lists all animals. */
export const Animals = () => {
  const { may, project } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(search.q ?? "")
  const q = useDeferredValue(text.trim())
  const sort = sortOf(search.sort)
  const reporting = REPORTINGS.find((one) => one === search.reporting)
  const { group, inside, type } = search
  const status = statusOf(search.status)
  const filter = {
    sort,
    ...(status === undefined ? {} : { status }),
    ...(q === "" ? {} : { q }),
    ...(reporting === undefined ? {} : { reporting }),
    ...(type === undefined ? {} : { entity_type_id: type }),
    ...(group === undefined ? {} : { group_id: group }),
    ...(inside === undefined ? {} : { inside })
  }
  const isNarrow = Object.keys(filter).length > 2 || search.status !== undefined
  const { data: types = [] } = useQuery(entityTypes)
  const list = useInfiniteQuery(animals(project.id, filter))
  const { data, error, isPending, refetch } = list
  const rows: ReadonlyArray<Animal> = data?.pages.flatMap(({ items }) => items) ?? []
  const { choose, chosen, moving } = useChosenRow(rows)
  const params = { slug: project.slug }
  const open = (one: Animal | undefined) => {
    if (one !== undefined)
      void navigate({ to: "/p/$slug/animals/$entity", params: { ...params, entity: one.id } })
  }
  useKeys({
    ...moving,
    Enter: () => open(chosen),
    m: () => {
      if (chosen !== undefined) void navigate({ to: "/p/$slug/live", params, search: { sel: chosen.id } })
    },
    w: () => {
      if (chosen !== undefined)
        void navigate({ to: "/p/$slug/animals/$entity/why", params: { ...params, entity: chosen.id } })
    }
  })
  const word = entityWord(project)
  // only a whole group or type has a name; any other selection names each listed animal
  const isNamed = q === "" && reporting === undefined && inside === undefined
  const analysed =
    isNamed && group !== undefined && type === undefined
      ? { group }
      : isNamed && type !== undefined && group === undefined
        ? { type }
        : { animals: rows.map(({ id }) => id).join(",") }
  const showAll = () => {
    setText("")
    void navigate({ search: {}, replace: true })
  }
  return (
    <Page
      title={capital(word.many)}
      beside={
        <>
          <HerdTabs />
          <Counts />
        </>
      }
      acts={
        <>
          {rows.length > 0 && <AnalyseLink search={analysed}>{words.animals.analyseThese}</AnalyseLink>}
          {may("integrations:write") && (
            <Link className="btn" to="/p/$slug/import" params={params}>
              {words.animals.importTracks}
            </Link>
          )}
          <HerdActs />
        </>
      }
    >
      <main className={look["page"]}>
        {(isNarrow || rows.length > 0) && <Tools text={text} onText={setText} />}
        <div className={`panel ${look["panel"]}`}>
          <div className={look["table"]}>
            {error !== null && <Trouble error={error} again={() => void refetch()} />}
            {isPending && <Waiting what={word.many} />}
            {!isPending && rows.length === 0 && error === null && (
              <State
                icon="animals"
                title={
                  isNarrow
                    ? words.animals.noneMatch({ animals: word.many })
                    : words.animals.noneYet({ animals: word.many })
                }
              >
                {isNarrow ? (
                  <button className="btn" onClick={showAll}>
                    {words.common.showAll}
                  </button>
                ) : (
                  <Link className="btn" to="/p/$slug/live" params={params}>
                    {words.animals.bringIn}
                  </Link>
                )}
              </State>
            )}
            {rows.length > 0 && (
              <table className="table">
                <Heads
                  sort={sort}
                  metric={metricName(
                    rows.find(({ spark }) => spark !== undefined)?.spark?.metric ?? "activity"
                  )}
                />
                <tbody>
                  {rows.map((one) => (
                    <AnimalRow
                      key={one.id}
                      animal={one}
                      entityType={types.find(({ id }) => id === one.entity_type_id)?.key ?? null}
                      chosen={one === chosen}
                      onChoose={() => choose(one.id)}
                    />
                  ))}
                </tbody>
              </table>
            )}
            <ShowMore of={list} />
          </div>
          {rows.length > 0 && (
            <footer className={look["keys"]}>
              <span>
                <kbd>J</kbd> <kbd>K</kbd> {words.animals.keys.move}
              </span>
              <span>
                <Key of="↵" /> {words.animals.keys.open}
              </span>
              <span>
                <kbd>M</kbd> {words.animals.keys.map}
              </span>
              <span>
                <kbd>W</kbd> {words.common.why.title({ alerts: chosen?.now?.open_alerts.count ?? 0 })}
              </span>
              <span className="push num">{words.animals.shown({ count: rows.length })}</span>
            </footer>
          )}
        </div>
      </main>
    </Page>
  )
}
