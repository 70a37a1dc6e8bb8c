// The right side of the rule page: how often the rule would have fired, when, where and with which values.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import type { SeverityName } from "../../../design/marks/Severity.tsx"
import { metrics as metricsOf } from "../../../data/names.ts"
import { useProject } from "../../../shell/useProject.ts"
import { BenchMap } from "./BenchMap.tsx"
import { at, type JsonObject, type Limit, limitsOf } from "../document.ts"
import { figureLabel, guessed, guessedSpans, labelOf, unitOfMetric } from "./figures.ts"
import { Headline } from "./Headline.tsx"
import { History } from "./History.tsx"
import { Moment } from "./Moment.tsx"
import { Period } from "./Period.tsx"
import { Remarks } from "./Remarks.tsx"
import type { Story } from "./story.ts"
import type { Chosen } from "../useChosen.ts"
import type { Tested } from "../useTest.ts"
import look from "../bench.module.css"

interface PastProps {
  readonly document: JsonObject
  /** name of the draft: `v4` */
  readonly name: string
  readonly severity: SeverityName
  readonly from: number
  readonly to: number
  readonly days: number
  readonly onDays: (days: number) => void
  readonly tested: Tested
  readonly stories: ReadonlyArray<Story>
  readonly chosen: Chosen
  /** the limit in the chart; null: the rule has no limit */
  readonly limit: Limit | null
  readonly onLimit: (value: number) => void
  /** the version to compare with; null: none, or it is equal */
  readonly other: { readonly version: number; readonly document: JsonObject } | null
}

const sameIn = (document: JsonObject | undefined, limit: Limit | null): Limit | undefined =>
  document === undefined ? undefined : limitsOf(document).find(({ pointer }) => pointer === limit?.pointer)

/** Past shows the test of a rule. */
export const Past = (props: PastProps) => {
  const { chosen, document, from, limit, name, onLimit, other, severity, stories, tested, to } = props
  const { project } = useProject()
  const { data: metrics = [] } = useQuery(metricsOf(project.id))
  const [dragged, setDragged] = useState<number | null>(null)
  const { result } = tested
  const { at: moment, fired, story } = chosen
  const version = other?.version ?? null
  // the drawing belongs to the tested document: another window has another series
  const drawnAs = sameIn(tested.of ?? undefined, limit)
  const shown = limit === null ? null : { ...limit, series: (drawnAs ?? limit).series }
  const isDragged = dragged !== null && shown !== null
  const held =
    story === undefined ? [] : isDragged ? guessedSpans(document, shown, dragged, story) : story.spans
  return (
    <main className={look["past"]} aria-label={words.backtest.label}>
      <Headline
        result={result}
        name={name}
        version={version}
        severity={severity}
        makesAlerts={at(document, "/event/create_alert") === true}
        guess={isDragged ? guessed(document, shown, dragged, stories) : null}
        isStale={tested.isRunning || tested.of !== document}
      >
        <Period days={props.days} onDays={props.onDays} />
      </Headline>
      <Remarks of={result} trouble={tested.trouble} />
      <History
        from={from}
        to={to}
        stories={stories}
        chosen={story}
        cursor={story === undefined ? null : moment}
        severity={severity}
        version={version}
        limit={shown}
        other={sameIn(other?.document, limit)?.value ?? null}
        dragged={dragged}
        held={held}
        label={limit === null ? [] : figureLabel(document, limit, metrics)}
        unit={limit === null ? null : unitOfMetric(metrics, limit.metric)}
        progress={tested.isRunning ? tested.progress.progress : null}
        onChoose={chosen.choose}
        onDrag={setDragged}
        onDrop={(value) => {
          setDragged(null)
          if (value !== limit?.value) onLimit(value)
        }}
      />
      {story !== undefined && (
        <div className={look["low"]}>
          <BenchMap of={story} at={moment} fired={fired} severity={severity} />
          <Moment
            of={story}
            at={moment}
            fired={fired}
            severity={severity}
            version={version}
            limits={limitsOf(tested.of ?? document)}
            labelOf={labelOf(metrics)}
            onStep={chosen.step}
          />
        </div>
      )}
    </main>
  )
}
