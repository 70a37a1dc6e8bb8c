// One analysis: progress while it runs, the error after a failure, or its result.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Card, Main, Meter, Row, Stack, Text } from "../../design/kit.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
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
  queue_place === null || queue_place === 1 ? "Waits, next" : `Waits, ${queue_place - 1} before it`

const progressTitle = (run: Run): string =>
  run.worker?.lost === true
    ? "Its worker stopped in the middle"
    : run.status === "queued"
      ? queuedText(run)
      : run.cancel_requested
        ? "Stopping"
        : "Computing"

const Progress = ({ run }: { readonly run: Run }) => (
  <Main>
    <WorkerBanner age={run.worker?.heartbeat_age_seconds} />
    <Card
      title={progressTitle(run)}
      tone={run.worker?.lost === true ? "late" : undefined}
      beside={
        <Text tone="soft">
          {run.status === "queued" ? "since" : "for"}{" "}
          <Age of={run.status === "queued" ? run.created_at : (run.started_at ?? run.created_at)} />
        </Text>
      }
      acts={
        <Text num strong>
          {run.progress} %
        </Text>
      }
    >
      <Stack pad gap={5}>
        <Meter label="Progress" percent={run.progress} />
        {run.worker?.lost === true && (
          <Text as="p" role="status">
            What was computed of it is lost. Run it again, or cancel it; left alone it fails when its time is
            over.
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
              ? (run.error_title ?? "The analysis failed")
              : "The analysis was cancelled"}
          </Text>
          {run.error_code !== null && <Text as="code">{run.error_code}</Text>}
        </Row>
        <Text as="p">
          {errorText(run) ?? "Nothing was computed. A re-run asks the same of the data of now."}
        </Text>
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
      <Waiting what="the analysis" />
    ) : (
      <TroubledPage error={error} again={() => void refetch()}>
        <Link className="link" to="/p/$slug/analyses" params={{ slug: project.slug }}>
          All analyses
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
            Analyses
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
