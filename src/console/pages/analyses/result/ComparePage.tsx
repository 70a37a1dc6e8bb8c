// Two runs side by side, or the two periods of one: first their differences in parameters, then synchronised maps,
// then values with differences.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import {
  comparePeriods,
  compareResults,
  type NotComparable
} from "../../../../domain/analysis/compare/compareResults.ts"
import { words } from "../../../../words/language.ts"
import { Main, Stack } from "../../../design/kit.tsx"
import { Empty, Refusal } from "../../../design/States.tsx"
import { analysisModules, analysisRun, type Run } from "../../../data/analyses.ts"
import { Page } from "../../../shell/Page.tsx"
import { Waiting } from "../../../shell/states.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { offered } from "../offered.tsx"
import { runName } from "../runWords.ts"
import { ComparedFigures, Unlike } from "./ComparedFigures.tsx"
import { namedOptions } from "./namedOptions.ts"
import { sidesOf } from "./sides.ts"

const route = getRouteApi("/known/p/$slug/analyses/compare")

/** Refused explains why two sides cannot be compared, and offers to run the first of them again with changes. */
const Refused = ({ of, run }: { readonly of: NotComparable; readonly run: Run }) => {
  const { may, project } = useProject()
  return (
    <Empty icon="analyses" title={words.results.compare.refused}>
      <p>{of.text}</p>
      {may("analysis:run") && (
        <Link
          className="btn"
          to="/p/$slug/analyses/new"
          params={{ slug: project.slug }}
          search={{ of: run.id }}
        >
          {words.results.compare.changeAndRerun({ name: runName(run) })}
        </Link>
      )}
    </Empty>
  )
}

const Both = ({ a, b }: { readonly a: Run; readonly b: Run }) => {
  const { project, zone } = useProject()
  const { data: modules } = useQuery(analysisModules(project.id))
  const [now] = useState(() => Date.now())
  const sides = useMemo(() => sidesOf(a, b, zone, now), [a, b, zone, now])
  const compared = useMemo(
    () =>
      sides === null
        ? null
        : a.id === b.id
          ? comparePeriods(sides[0].document)
          : compareResults(sides[0], sides[1], namedOptions(modules, a.module)),
    [sides, modules, a.id, a.module, b.id]
  )
  if (sides === null || compared === null)
    return <Empty icon="analyses" title={words.results.compare.noResult} />
  if (compared.kind === "refused") return <Refused of={compared} run={a} />
  return (
    <Stack gap={6}>
      <Unlike of={compared} />
      <ComparedFigures of={compared} sides={sides} />
    </Stack>
  )
}

const Comparison = () => {
  const { project } = useProject()
  const { a = "", b = a } = route.useSearch()
  const first = useQuery(analysisRun(project.id, a)),
    second = useQuery(analysisRun(project.id, b))
  const error = first.error ?? second.error
  const names = [first.data, second.data].flatMap((run) => (run === undefined ? [] : [runName(run)]))
  const title =
    a === b
      ? words.results.compare.periodsOf({ name: names[0] ?? "" })
      : words.results.compare.names({ names })
  return (
    <Page
      name={words.results.compare.title}
      title={
        <>
          <Link to="/p/$slug/analyses" params={{ slug: project.slug }}>
            {words.results.analyses}
          </Link>
          <span className="faint">/</span>
          <bdi>{title}</bdi>
        </>
      }
    >
      <Main>
        {error !== null ? (
          <Refusal error={error} />
        ) : first.data === undefined || second.data === undefined ? (
          <Waiting what={words.results.compare.runs} />
        ) : (
          <Both a={first.data} b={second.data} />
        )}
      </Main>
    </Page>
  )
}

/** ComparePage compares the runs `a` and `b` of the address, or the two periods of `a`. */
export const ComparePage = offered(Comparison)
