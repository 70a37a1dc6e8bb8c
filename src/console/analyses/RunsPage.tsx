// The analyses of the project, newest first.
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Card, Main, Stack } from "../design/kit.tsx"
import { States } from "../design/States.tsx"
import { runs } from "../queries/analyses.ts"
import { Page } from "../shell/Page.tsx"
import { useProject } from "../shell/useProject.ts"
import { runName } from "./runWords.ts"

export const RunsPage = () => {
  const { project } = useProject()
  const list = useInfiniteQuery(runs(project.id))
  return (
    <Page title="Analyses">
      <Main>
        <Card fill label="Analyses">
          <States of={list} what="analyses">
            {({ pages }) => (
              <Stack pad>
                {pages
                  .flatMap(({ items }) => items)
                  .map((run) => (
                    <Link
                      key={run.id}
                      className="link"
                      to="/p/$slug/analyses/$run"
                      params={{ slug: project.slug, run: run.id }}
                    >
                      {runName(run)}
                    </Link>
                  ))}
              </Stack>
            )}
          </States>
        </Card>
      </Main>
    </Page>
  )
}
