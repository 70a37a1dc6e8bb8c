// One analysis: progress while it runs, the error after a failure, or its result.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Card, Main, Meter, Row, Stack, Text } from "../../design/kit.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Parts } from "../../design/Parts.tsx"
import { Refused } from "../../data/api/Refused.ts"
import { analysisRun, isUnderWay, type Run } from "../../data/analyses.ts"
import { Page } from "../../shell/Page.tsx"
import { TroubledPage, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { ResultPage } from "./result/ResultPage.tsx"
import { GoneRun } from "./GoneRun.tsx"
import { offered } from "./offered.tsx"
import { RunActs } from "./RunActs.tsx"
import { WorkerAge, WorkerBanner } from "./Worker.tsx"
import { errorText, runName } from "./runWords.ts"

const route = getRouteApi("/known/p/$slug/analyses/$run")

const queuedText = ({ queue_place }: Run): string =>
  queue_place === null || queue_place === 1
    ? words.analyses.progress.next
    : words.analyses.progress.behind({ count: queue_place - 1 })

const progressTitle = (run: Run): string =>
  run.worker?.lost === true
    ? words.analyses.progress.workerStopped
    : run.status === "queued"
      ? queuedText(run)
      : run.cancel_requested
        ? words.analyses.progress.stopping
        : words.analyses.progress.computing

const Progress = ({ run }: { readonly run: Run }) => (
  <Main>
    <WorkerBanner age={run.worker?.heartbeat_age_seconds} />
    <Card
      title={progressTitle(run)}
      tone={run.worker?.lost === true ? "late" : undefined}
      beside={
        <Text tone="soft">
          <Parts
            of={words.analyses.progress.lasting<ReactNode>({
              age: <Age of={run.status === "queued" ? run.created_at : (run.started_at ?? run.created_at)} />
            })}
          />
        </Text>
      }
      acts={
        <Text num strong>
          {run.progress} %
        </Text>
      }
    >
      <Stack pad gap={5}>
        <Meter label={words.analyses.progress.label} percent={run.progress} />
        {run.worker?.lost === true && (
          <Text as="p" role="status">
            {words.analyses.progress.lost}
          </Text>
        )}
        <WorkerAge age={run.worker?.heartbeat_age_seconds} />
      </Stack>
    </Card>
  </Main>
)

/** Ended is a run without a result: it failed, or was cancelled. */
const Ended = ({ run }: { readonly run: Run }) => (
  <Main>
    <Card tone={run.status === "failed" ? "bad" : undefined}>
      <Stack pad gap={3}>
        <Row gap={3}>
          <Icon name="x" size={16} />
          <Text as="b" size={4}>
            {run.status === "failed"
              ? (run.error_title ?? words.analyses.ended.failed)
              : words.analyses.ended.cancelled}
          </Text>
          {run.error_code !== null && <Text as="code">{run.error_code}</Text>}
        </Row>
        <Text as="p">{errorText(run) ?? words.analyses.ended.nothing}</Text>
        {run.remedy !== null && <Text as="p">{run.remedy}</Text>}
      </Stack>
    </Card>
  </Main>
)

const OneRun = () => {
  const { project } = useProject()
  const { run: id } = route.useParams()
  const { data: run, error, refetch } = useQuery(analysisRun(project.id, id))
  if (run === undefined)
    return error === null ? (
      <Waiting what={words.analyses.analysis} />
    ) : (
      <TroubledPage error={error} again={() => void refetch()}>
        <Link className="link" to="/p/$slug/analyses" params={{ slug: project.slug }}>
          {words.analyses.all}
        </Link>
      </TroubledPage>
    )
  if (error instanceof Refused && error.status === 404) return <GoneRun run={run} />
  return (
    <Page
      name={runName(run)}
      title={
        <>
          <Link to="/p/$slug/analyses" params={{ slug: project.slug }}>
            {words.analyses.title}
          </Link>
          <span className="faint">/</span>
          <bdi>{runName(run)}</bdi>
        </>
      }
      beside={
        <Text as="code" tone="faint">
          {run.method_version}
        </Text>
      }
      acts={<RunActs run={run} />}
    >
      {isUnderWay(run) ? (
        <Progress run={run} />
      ) : run.status === "completed" ? (
        <ResultPage run={run} />
      ) : (
        <Ended run={run} />
      )}
    </Page>
  )
}

/** RunPage is the page of one analysis. */
export const RunPage = offered(OneRun)
