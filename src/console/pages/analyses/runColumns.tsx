// The columns of the list of analyses.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { PREVIEW_WIDTH_PX } from "../../../domain/analysis/previewBounds.ts"
import { drawPreview } from "../../../figures/preview.ts"
import { Meter, Row, Stack, Text } from "../../design/kit.tsx"
import type { Column } from "../../design/Table.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import type { IconName } from "../../design/marks/icons.ts"
import lists from "../../design/list.module.css"
import { numberText } from "../../design/numbers.ts"
import type { RunSummary } from "../../data/analyses.ts"
import { Moment } from "../../time/Moment.tsx"
import { lasting } from "../../time/zoneTime.ts"
import { FigureTree } from "./FigureTree.tsx"
import { RunRowActs } from "./RunRowActs.tsx"
import look from "./runs.module.css"
import {
  aboutText,
  errorText,
  keepingOf,
  periodText,
  runName,
  startedText,
  statusText,
  tookText
} from "./runWords.ts"

const ICONS = {
  queued: "clock",
  running: "play",
  completed: "check",
  failed: "warn",
  cancelled: "x"
} as const satisfies Readonly<Record<RunSummary["status"], IconName>>

const Status = ({ run }: { readonly run: RunSummary }) => {
  const text = statusText(run, run.queue_place)
  if (run.status === "running")
    return (
      <Text tone="good" strong num>
        <Row gap={3} keep>
          <i className={look["turning"]} /> {text}
        </Row>
      </Text>
    )
  const isFailed = run.status === "failed"
  return (
    <Text tone={isFailed ? "bad" : "soft"} strong={isFailed}>
      <Row gap={3} keep>
        <Icon name={ICONS[run.status]} size={15} /> {text}
      </Row>
    </Text>
  )
}

/** Found shows a thumbnail of the result, or the progress of a run. */
const Found = ({ run }: { readonly run: RunSummary }) =>
  run.status === "running" ? (
    <Meter
      label={words.analyses.progressOf({ name: runName(run) })}
      percent={run.progress}
      wide={PREVIEW_WIDTH_PX}
    />
  ) : run.preview === null ? (
    <Text tone="faint">–</Text>
  ) : (
    <FigureTree of={drawPreview(run.preview)} />
  )

const Name = ({ run, slug }: { readonly run: RunSummary; readonly slug: string }) => {
  const error = run.status === "failed" ? errorText(run) : null
  return (
    <Stack gap={1}>
      <Link className={lists["name"]} to="/p/$slug/analyses/$run" params={{ slug, run: run.id }}>
        <Text as="bdi" tone={run.name === null ? "soft" : undefined}>
          {runName(run)}
        </Text>
      </Link>
      <Row gap={4}>
        <Text as="code" tone="faint">
          {run.method_version}
        </Text>
        {run.warning_count !== null && run.warning_count > 0 && (
          <Text size={2} tone="late">
            {words.analyses.warnings({ count: run.warning_count })}
          </Text>
        )}
        {error !== null && (
          <Text size={2} tone="bad">
            {error}
          </Text>
        )}
      </Row>
    </Stack>
  )
}

const Kept = ({ now, run, zone }: RowProps) => {
  if (run.error_code !== null)
    return (
      <Text as="code" tone="bad">
        {run.error_code}
      </Text>
    )
  if (run.status === "queued")
    return (
      <Text tone="soft" num>
        {words.analyses.waits({ time: lasting((now - Date.parse(run.created_at)) / 1000) })}
      </Text>
    )
  const keeping = keepingOf(run, zone, now)
  if (keeping === null) return null
  if (keeping.tone === "good") return <span className="chip on">{keeping.text}</span>
  return (
    <Text tone={keeping.tone} strong={keeping.tone === "late"}>
      {keeping.text}
    </Text>
  )
}

interface RowProps {
  readonly run: RunSummary
  readonly zone: string
  readonly now: number
}

/** ColumnsProps is what the columns depend on. */
interface ColumnsProps {
  readonly slug: string
  readonly zone: string
  readonly now: number
  /** the project's word for its subjects */
  readonly word: { readonly one: string; readonly many: string }
  /** ids of the runs selected for a comparison */
  readonly picked: ReadonlyArray<string>
  readonly onPick: (run: RunSummary) => void
}

/** runColumns returns the columns of the list of analyses. */
export const runColumns = ({
  now,
  onPick,
  picked,
  slug,
  word,
  zone
}: ColumnsProps): ReadonlyArray<Column<RunSummary>> => [
  { key: "status", head: words.analyses.columns.status, cell: (run) => <Status run={run} /> },
  {
    key: "found",
    head: words.analyses.columns.found,
    cell: (run) => (
      <div className={look["found"]}>
        <Found run={run} />
      </div>
    )
  },
  { key: "run", head: words.analyses.columns.run, wide: true, cell: (run) => <Name run={run} slug={slug} /> },
  {
    key: "period",
    head: words.analyses.columns.period,
    cell: ({ period }) => period !== null && periodText(period.from, period.to, zone, now)
  },
  {
    key: "about",
    head: words.analyses.columns.about,
    cell: ({ area_count, subject_count, subject_names }) => (
      <span title={subject_names.join(", ")}>{aboutText(subject_count, area_count ?? 0, word)}</span>
    )
  },
  {
    key: "fixes",
    head: words.analyses.columns.fixes,
    end: true,
    minor: true,
    cell: ({ input_count }) => (input_count === null ? "–" : numberText(input_count))
  },
  {
    key: "by",
    head: words.analyses.columns.by,
    minor: true,
    cell: ({ created_by }) => <bdi>{created_by?.name ?? "–"}</bdi>
  },
  {
    key: "started",
    head: words.analyses.columns.started,
    cell: ({ created_at, started_at }) => (
      <Text tone="soft">
        <Moment at={started_at ?? created_at} zone={zone}>
          {startedText(started_at ?? created_at, zone, now)}
        </Moment>
      </Text>
    )
  },
  { key: "took", head: words.analyses.columns.took, minor: true, cell: (run) => tookText(run) ?? "–" },
  { key: "kept", head: words.analyses.columns.kept, cell: (run) => <Kept run={run} zone={zone} now={now} /> },
  {
    key: "act",
    head: "",
    end: true,
    act: true,
    cell: (run) => <RunRowActs run={run} isPicked={picked.includes(run.id)} onPick={() => onPick(run)} />
  }
]
