// Two runs beside each other, or the two periods of one.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Main } from "../../design/kit.tsx"
import { States } from "../../design/States.tsx"
import { analysisRun } from "../../queries/analyses.ts"
import { Page } from "../../shell/Page.tsx"
import { useProject } from "../../shell/useProject.ts"

const route = getRouteApi("/known/p/$slug/analyses/compare")

export const ComparePage = () => {
  const { project } = useProject()
  const { a = "", b = a } = route.useSearch()
  const first = useQuery(analysisRun(project.id, a))
  const second = useQuery(analysisRun(project.id, b))
  return (
    <Page title="Compare analyses">
      <Main>
        <States of={first} what="the first run">
          {({ method_version }) => method_version}
        </States>
        <States of={second} what="the second run">
          {({ method_version }) => method_version}
        </States>
      </Main>
    </Page>
  )
}
