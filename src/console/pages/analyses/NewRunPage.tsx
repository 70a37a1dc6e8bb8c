// A new analysis: one form for all modules, built from the catalogue of modules, with the size of the run beside it.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { States } from "../../design/States.tsx"
import { analysisModules, analysisRun } from "../../data/analyses.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Page } from "../../shell/Page.tsx"
import { Missing, TroubledPage, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { fromRun, fromSearch } from "./new/draft.ts"
import { NewRunForm } from "./new/NewRunForm.tsx"
import { runName } from "./runWords.ts"

const route = getRouteApi("/known/p/$slug/analyses/new")

/** NewRunPage is the page of a new analysis. */
export const NewRunPage = () => {
  const { may, project } = useProject()
  const { of, ...search } = route.useSearch()
  const modules = useQuery(analysisModules(project.id))
  const source = useQuery({ ...analysisRun(project.id, of ?? ""), enabled: of !== undefined })
  if (!may("analysis:run"))
    return (
      <Page title={words.newAnalysis.title}>
        <main>
          <MissingPermission what={words.newAnalysis.aNew} permission="analysis:run" />
        </main>
      </Page>
    )
  if (modules.data?.length === 0) return <Missing />
  if (modules.data === undefined)
    return (
      <Page title={words.newAnalysis.title}>
        <main>
          <States of={modules} what={words.newAnalysis.kinds}>
            {() => null}
          </States>
        </main>
      </Page>
    )
  if (of !== undefined && source.data === undefined)
    return source.error === null ? (
      <Waiting what={words.newAnalysis.source} />
    ) : (
      <TroubledPage error={source.error}>
        <Link className="link" to="/p/$slug/analyses/new" params={{ slug: project.slug }}>
          {words.newAnalysis.beginEmpty}
        </Link>
      </TroubledPage>
    )
  return (
    <NewRunForm
      key={of}
      modules={modules.data}
      initial={
        source.data === undefined
          ? fromSearch(search, modules.data)
          : fromRun(source.data, search, modules.data)
      }
      begunFrom={source.data === undefined ? undefined : runName(source.data)}
    />
  )
}
