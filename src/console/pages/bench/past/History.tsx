// The test period on one time axis: the metric of the selected animal, and a lane for each subject.
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { words } from "../../../../words/language.ts"
import { textScale } from "../../../charts/textScale.ts"
import { useWidth } from "../../../charts/useWidth.ts"
import type { SeverityName } from "../../../design/marks/Severity.tsx"
import { timeline } from "../../../data/mapQueries.ts"
import { useProject } from "../../../shell/useProject.ts"
import type { Stretch } from "./approximate.ts"
import { axisOf } from "./axis.ts"
import type { Limit } from "../document.ts"
import { Foot, Ground } from "./Ground.tsx"
import { Lane } from "./Lane.tsx"
import { Plot } from "./Plot.tsx"
import { pointsOf, type Story } from "./story.ts"
import look from "./lanes.module.css"

interface HistoryProps {
  readonly from: number
  readonly to: number
  readonly stories: ReadonlyArray<Story>
  readonly chosen: Story | undefined
  readonly cursor: number | null
  readonly severity: SeverityName
  readonly version: number | null
  readonly limit: Limit | null
  readonly other: number | null
  readonly dragged: number | null
  /** when the conditions hold for the selected subject with the dragged limit */
  readonly held: ReadonlyArray<Stretch>
  readonly label: ReadonlyArray<string>
  readonly unit: string | null
  /** progress of the running test, as a share of the row limit; null: none runs */
  readonly progress: number | null
  readonly onChoose: (story: Story, moment: number | null) => void
  readonly onDrag: (limit: number) => void
  readonly onDrop: (limit: number) => void
}

const useGround = (from: number, to: number) => {
  const { project } = useProject()
  const { data } = useQuery(timeline(project.id, from, to))
  return useMemo(
    () => ({
      nights: (data?.nights ?? []).map(({ from, kind, to }) => ({
        from: Date.parse(from),
        to: Date.parse(to),
        kind
      })),
      days: (data?.days ?? []).map((day) => Date.parse(day.from)).filter((day) => day >= from && day <= to)
    }),
    [data, from, to]
  )
}

/** History draws chart, lanes and axis of a test. */
export const History = (props: HistoryProps) => {
  const { chosen, cursor, dragged, from, held, limit, other, progress, severity, stories, to, version } =
    props
  const [width, ref] = useWidth()
  const { days, nights } = useGround(from, to)
  const axis = useMemo(() => axisOf(from, to, width / textScale(), days), [from, to, width, days])
  const points = useMemo(
    () => (chosen === undefined || limit === null ? [] : pointsOf(chosen, limit.series)),
    [chosen, limit]
  )
  return (
    <section className={`panel ${look["panel"]}`} aria-label={words.backtest.history.label} ref={ref}>
      {progress !== null && (
        <progress
          className={look["bar"]}
          max={1}
          value={progress}
          aria-label={words.backtest.history.progress}
        />
      )}
      {width > 0 && (
        <>
          <Ground axis={axis} nights={nights} cursor={cursor} />
          <svg width="0" height="0" aria-hidden="true">
            <defs>
              <pattern
                id="no-data"
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <line x1="0" x2="0" y1="0" y2="5" stroke="var(--ink3)" strokeWidth="1.4" opacity="0.55" />
              </pattern>
            </defs>
          </svg>
          {chosen !== undefined && limit !== null && (
            <Plot
              axis={axis}
              name={chosen.name}
              label={props.label}
              unit={props.unit}
              points={points}
              held={held}
              limit={dragged ?? limit.value}
              other={other === null || version === null ? null : { value: other, version }}
              isDragged={dragged !== null}
              onDrag={props.onDrag}
              onDrop={props.onDrop}
            />
          )}
          {stories.length === 0 && progress === null ? (
            <p className={look["hint"]}>{words.backtest.history.empty}</p>
          ) : (
            <ul className={look["lanes"]} aria-label={words.backtest.history.lanes}>
              {stories.map((story) => (
                <Lane
                  key={story.id}
                  axis={axis}
                  of={story}
                  severity={severity}
                  version={version}
                  isChosen={story.id === chosen?.id}
                  onChoose={props.onChoose}
                />
              ))}
            </ul>
          )}
          <Foot axis={axis} cursor={cursor} />
        </>
      )}
    </section>
  )
}
