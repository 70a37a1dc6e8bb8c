// The form of a new analysis.
import { useQuery } from "@tanstack/react-query"
import { Main } from "../design/kit.tsx"
import { States } from "../design/States.tsx"
import { analysisModules } from "../queries/analyses.ts"
import { Page } from "../shell/Page.tsx"
import { useProject } from "../shell/useProject.ts"

export const NewRunPage = () => {
  const { project } = useProject()
  const modules = useQuery(analysisModules(project))
  return (
    <Page title="New analysis">
      <Main>
        <States of={modules} what="the kinds of analysis">
          {(all) => all.map(({ label }) => label).join(", ")}
        </States>
      </Main>
    </Page>
  )
}
