// The metric in the chart, and the effect of another limit.
import { words } from "../../../../words/language.ts"
import type { Metric } from "../../../data/names.ts"
import { span } from "../../../time/zoneTime.ts"
import { firings, type Stretch, stretches, type Tried } from "./approximate.ts"
import { at, type JsonObject, leavesOf, type Limit, limitsOf } from "../document.ts"
import { pointsOf, type Story, stretchesOf } from "./story.ts"
import { choicesOf } from "../choicesOf.ts"

/** Units of the metrics of fixes, which are not in the metric catalogue. */
const FIX_UNITS = [
  ["speed_kmh", "km/h"],
  ["speed_mps", "m/s"],
  ["altitude_m", "m"]
] as const

/** labelOf returns the label of a metric (`Activity`, `Speed`), or its key where it has none. */
export const labelOf =
  (metrics: ReadonlyArray<Metric>) =>
  (key: string): string =>
    choicesOf<string>(words.bench.condition.fixMetrics).find(([one]) => one === key)?.[1] ??
    metrics.find((one) => one.key === key)?.label ??
    key

/** unitOfMetric returns the unit of a metric; null: none. */
export const unitOfMetric = (metrics: ReadonlyArray<Metric>, key: string): string | null =>
  FIX_UNITS.find(([one]) => one === key)?.[1] ?? metrics.find((one) => one.key === key)?.unit ?? null

/** figureLabel returns the axis label, one item per line: `Activity`, and for a window `highest in 12 h`. */
export const figureLabel = (
  document: JsonObject,
  limit: Limit,
  metrics: ReadonlyArray<Metric>
): ReadonlyArray<string> => {
  const label = labelOf(metrics)(limit.metric)
  const condition = (member: string) => at(document, `${limit.pointer}/${member}`)
  const seconds = condition("seconds")
  if (typeof seconds !== "number") return [label]
  const aggregate =
    choicesOf<string>(words.bench.condition.aggregates).find(
      ([one]) => one === condition("aggregate")
    )?.[1] ?? ""
  return [label, words.backtest.inWindow({ aggregate, span: span(seconds) })]
}

/** shownLimit returns the limit in the chart: the selected one, or the first that has a series. */
export const shownLimit = (
  document: JsonObject,
  wanted: string | null,
  stories: ReadonlyArray<Story>
): Limit | null => {
  const all = limitsOf(document)
  const isDrawn = ({ series }: Limit) =>
    stories.some(({ drawn }) => drawn.series.some(({ metric }) => metric === series))
  return all.find(({ pointer }) => pointer === wanted) ?? all.find(isDrawn) ?? all[0] ?? null
}

const tried = (document: JsonObject, limit: Limit, value: number, story: Story): Tried => {
  const hold = document["for_seconds"]
  // nested conditions are not a list whose items must all hold
  const isList = leavesOf(document) !== null
  const others = isList ? (story.drawn.conditions ?? []).filter(({ path }) => path !== limit.pointer) : []
  return {
    points: pointsOf(story, limit.series),
    op: limit.op,
    limit: value,
    holdMs: typeof hold === "number" ? hold * 1000 : 0,
    others: others.map(({ spans }) => stretchesOf(spans))
  }
}

/** guessed estimates how often the rule would fire with another limit, over all drawn subjects. */
export const guessed = (
  document: JsonObject,
  limit: Limit,
  value: number,
  stories: ReadonlyArray<Story>
): number => stories.reduce((sum, story) => sum + firings(tried(document, limit, value, story)), 0)

/** guessedSpans estimates when the conditions would hold for one subject with another limit. */
export const guessedSpans = (
  document: JsonObject,
  limit: Limit,
  value: number,
  story: Story
): ReadonlyArray<Stretch> => stretches(tried(document, limit, value, story))
