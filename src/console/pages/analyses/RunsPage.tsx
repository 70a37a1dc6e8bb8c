// The analyses of the project: running and queued ones first, then the newest, each with its expiry and actions.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { type ReactNode, useMemo, useState } from "react"
import { words } from "../../../words/language.ts"
import { Card, Main, Push, Text } from "../../design/kit.tsx"
import { Empty, States } from "../../design/States.tsx"
import { Table } from "../../design/Table.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Parts } from "../../design/Parts.tsx"
import { analysisModules, runCounts, runs, type RunSummary, workerAge } from "../../data/analyses.ts"
import { toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { useLeaving } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"
import { Page } from "../../shell/Page.tsx"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { useSettled } from "../../shell/useSettled.ts"
import { entityWord } from "../../shell/words.ts"
import { useNow } from "../../time/useNow.ts"
import { KeepDialog } from "./KeepButton.tsx"
import { offered } from "./offered.tsx"
import { runColumns } from "./runColumns.tsx"
import { filterOf, isView, listed, pickedWith } from "./runList.ts"
import { RunKeys, RunTools } from "./RunTools.tsx"
import { runGroup } from "./runWords.ts"
import { useRunActs } from "./useRunActs.ts"
import { WorkerAge, WorkerBanner } from "./Worker.tsx"

const route = getRouteApi("/known/p/$slug/analyses")

/** Debounce of the search text. */
const DEBOUNCE_MS = 250

/** useComparing selects two runs of the list and opens their comparison. */
const useComparing = () => {
  const { project } = useProject()
  const navigate = route.useNavigate()
  const [picked, setPicked] = useState<ReadonlyArray<string>>([])
  const pick = (run: RunSummary) => {
    if (run.status !== "completed") return toast(words.analyses.compare.needsResult, "bad")
    setPicked(pickedWith(picked, run.id))
  }
  const compare = () => {
    const [a, b] = picked
    if (a === undefined || b === undefined) return toast(words.analyses.compare.needsTwo, "bad")
    void navigate({ to: "/p/$slug/analyses/compare", params: { slug: project.slug }, search: { a, b } })
  }
  return { compare, pick, picked }
}

const Runs = () => {
  const { may, project, zone } = useProject()
  const { by, module, q, status } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const acts = useRunActs()
  const leaving = useLeaving()
  const { data: modules = [] } = useQuery(analysisModules(project.id))
  const kind = modules.find(({ key }) => key === module)?.key
  const view = isView(status) ? status : undefined
  const settled = useSettled((q ?? "").trim(), DEBOUNCE_MS)
  const filter = {
    ...filterOf(view),
    ...(kind === undefined ? {} : { module: kind }),
    ...(by === undefined ? {} : { created_by: by }),
    ...(settled === "" ? {} : { q: settled })
  }
  const list = useInfiniteQuery(runs(project.id, filter))
  const { data: counts } = useQuery(runCounts(project.id))
  const { compare, pick, picked } = useComparing()
  const [keeping, setKeeping] = useState<RunSummary | null>(null)
  const all = useMemo(
    () => (list.data?.pages.flatMap(({ items }) => items) ?? []).filter(({ id }) => !leaving.has(id)),
    [list.data, leaving]
  )
  const rows = listed(all)
  const age = workerAge(counts)
  const { choose, chosen, moving } = useChosenRow(rows)
  const slug = project.slug
  const params = { slug }
  const mayRun = may("analysis:run")
  useKeys({
    ...moving,
    Enter: () => {
      if (chosen !== undefined)
        void navigate({ to: "/p/$slug/analyses/$run", params: { slug, run: chosen.id } })
    },
    n: () => {
      if (mayRun) void navigate({ to: "/p/$slug/analyses/new", params })
      else toastMissingPermission(words.analyses.aNew, "analysis:run")
    },
    x: () => {
      if (chosen !== undefined) pick(chosen)
    },
    c: compare,
    p: (event) => {
      if (chosen?.status !== "completed" || !acts.mayChange(chosen)) return
      // otherwise the letter would be typed into the name field
      event.preventDefault()
      setKeeping(chosen)
    }
  })
  const columns = runColumns({
    now,
    onPick: pick,
    picked,
    slug,
    word: entityWord(project),
    zone
  })
  const type = (typed: string) =>
    void navigate({
      search: ({ q: _, ...rest }) => (typed === "" ? rest : { ...rest, q: typed }),
      replace: true
    })
  return (
    <Page
      title={words.analyses.title}
      beside={
        counts !== undefined && (
          <Text tone="soft" num>
            {words.analyses.total({ total: counts.total, kept: counts.kept })}
          </Text>
        )
      }
      acts={
        <>
          <WorkerAge age={age} minutes={counts?.worker.minutes} />
          {picked.length > 0 && (
            <button className="btn" disabled={picked.length < 2} onClick={compare}>
              <Parts
                of={words.analyses.compare.button<ReactNode>({ count: picked.length, key: <Key of="C" /> })}
              />
            </button>
          )}
          {mayRun && (
            <Link className="btn primary" to="/p/$slug/analyses/new" params={params}>
              <Icon name="plus" size={15} /> {words.analyses.create} <Key of="N" />
            </Link>
          )}
        </>
      }
    >
      <Main>
        <RunTools counts={counts} text={q ?? ""} onText={type} />
        <WorkerBanner age={age} />
        <Card
          fill
          label={words.analyses.title}
          foot={
            <>
              <RunKeys mayRun={mayRun} />
              <Push>
                <span className="num">
                  {counts === undefined
                    ? words.analyses.shown({ count: rows.length })
                    : words.analyses.shownOf({
                        count: rows.length,
                        kept: counts.kept,
                        maxKept: counts.max_kept,
                        queued: counts.by_status.queued,
                        maxQueued: counts.max_queued
                      })}
                </span>
              </Push>
            </>
          }
        >
          <States of={list} what={words.analyses.analyses}>
            {() =>
              rows.length > 0 ? (
                <Table
                  label={words.analyses.title}
                  columns={columns}
                  rows={rows}
                  keyOf={({ id }) => id}
                  chosen={chosen?.id}
                  onChoose={({ id }) => choose(id)}
                  groupOf={(run) => runGroup(run, zone, now)}
                />
              ) : Object.keys(filter).length > 0 ? (
                <Empty icon="search" title={words.analyses.noneMatch}>
                  <button className="btn" onClick={() => void navigate({ search: {}, replace: true })}>
                    {words.common.showAll}
                  </button>
                </Empty>
              ) : (
                <Empty icon="analyses" title={words.analyses.none.title}>
                  <p>{words.analyses.none.hint}</p>
                  {mayRun && (
                    <Link className="btn primary" to="/p/$slug/analyses/new" params={params}>
                      {words.analyses.create}
                    </Link>
                  )}
                </Empty>
              )
            }
          </States>
          <ShowMore of={list} />
        </Card>
      </Main>
      {keeping !== null && <KeepDialog run={keeping} onClose={() => setKeeping(null)} />}
    </Page>
  )
}

/** RunsPage is the page that lists the analyses. */
export const RunsPage = offered(Runs)
