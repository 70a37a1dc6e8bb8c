// The period of an analysis, by a preset or by dates, and what it is compared with.
import type { ReactNode } from "react"
import { words } from "../../../../words/language.ts"
import { Choice, Row, Stack, Text } from "../../../design/kit.tsx"
import { Segments } from "../../../design/form/Segments.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { wallTime } from "../../../time/wallTime.ts"
import { iso } from "../../../time/iso.ts"
import { periodText } from "../runWords.ts"
import type { Comparison, Draft, Period, SeasonDays, Span } from "./draft.ts"
import { lastSeason, momentsOf } from "./parameters.ts"
import { GroupChoice } from "./WhomFields.tsx"

const PRESETS = [7, 30, 365]

interface DaysProps {
  readonly span: Span
  /** the period of the analysis, or the days that it is compared with */
  readonly of: "period" | "comparison"
  readonly onSpan: (span: Span) => void
}

/** Days edits the first and the last day. */
const Days = ({ of, onSpan, span }: DaysProps) => {
  const { zone } = useProject()
  const dayOf = (text: string, back: number) =>
    text.length <= 10 || text === "" ? text : wallTime(Date.parse(text) - back, zone).slice(0, 10)
  return (
    <Row gap={3}>
      <input
        type="date"
        className="input"
        style={{ width: "auto" }}
        aria-label={words.newAnalysis.when.firstDay[of]}
        value={dayOf(span.from, 0)}
        onChange={({ target }) => onSpan({ ...span, from: target.value })}
      />
      <Text tone="soft">{words.newAnalysis.when.to}</Text>
      <input
        type="date"
        className="input"
        style={{ width: "auto" }}
        aria-label={words.newAnalysis.when.lastDay[of]}
        // a period ends at midnight after its last day
        value={dayOf(span.to, 1)}
        onChange={({ target }) => onSpan({ ...span, to: target.value })}
      />
    </Row>
  )
}

interface WhenFieldsProps {
  readonly draft: Draft
  readonly comparisons: ReadonlyArray<string>
  readonly now: number
  readonly onChange: (change: Partial<Draft>) => void
}

const seasonsOf = (settings: Readonly<Record<string, unknown>>): ReadonlyArray<SeasonDays> =>
  // the server has validated the seasons
  Array.isArray(settings["seasons"]) ? (settings["seasons"] as ReadonlyArray<SeasonDays>) : []

/** WhenFields edits the period and the comparison. */
export const WhenFields = ({ comparisons, draft, now, onChange }: WhenFieldsProps) => {
  const { project, zone } = useProject()
  const seasons = seasonsOf(project.settings)
  const { comparison, period } = draft
  const moments = momentsOf(period, zone, now)
  const daysFrom = (moment: number) => wallTime(moment, zone).slice(0, 10)
  const span: Span =
    period.kind === "span"
      ? period
      : { from: daysFrom(moments?.from ?? now), to: daysFrom(moments?.to ?? now) }
  const choosePeriod = (preset: string | undefined) =>
    onChange({
      period:
        preset === undefined || preset === "dates"
          ? { kind: "span", ...span }
          : { kind: "days", days: Number(preset) }
    })
  const kinds: ReadonlyArray<Comparison["kind"]> = [
    "none",
    ...(comparisons.includes("period") ? (["previous", "span"] as const) : []),
    ...(comparisons.includes("seasons") && (seasons.length > 0 || comparison.kind === "seasons")
      ? (["seasons"] as const)
      : []),
    ...(comparisons.includes("herd") ? (["herd"] as const) : [])
  ]
  const compare = (kind: string) => {
    const next = kinds.find((one) => one === kind) ?? "none"
    onChange({
      comparison:
        next === "span"
          ? { kind: next, from: "", to: "" }
          : next === "seasons"
            ? { kind: next, seasons }
            : next === "herd"
              ? { kind: next, ids: [], group: null }
              : { kind: next }
    })
  }
  const preset = period.kind === "days" && PRESETS.includes(period.days) ? String(period.days) : "dates"
  const setSpan = (next: Span): Period => ({ kind: "span", ...next })
  return (
    <Stack gap={3} pad>
      <Row>
        <Text as="b">{words.newAnalysis.when.title}</Text>
        <Text tone="soft" num>
          {moments !== undefined && periodText(iso(moments.from), iso(moments.to), zone, now)}, {zone}
        </Text>
      </Row>
      <Row gap={3}>
        <Segments
          label={words.newAnalysis.when.period}
          all={false}
          of={[
            ...PRESETS.map((days) => [String(days), words.newAnalysis.when.days({ days })] as const),
            ["dates", words.newAnalysis.when.dates]
          ]}
          value={preset}
          onChoose={choosePeriod}
        />
        {seasons.map((season) => (
          <button
            key={season.name}
            type="button"
            className="btn small"
            onClick={() => onChange({ period: setSpan(lastSeason(season, zone, now)) })}
          >
            <Parts of={words.newAnalysis.when.last<ReactNode>({ season: <bdi>{season.name}</bdi> })} />
          </button>
        ))}
      </Row>
      {preset === "dates" && (
        <Days of="period" span={span} onSpan={(next) => onChange({ period: setSpan(next) })} />
      )}
      <Row gap={3}>
        <Text tone="soft">{words.newAnalysis.when.comparedWith}</Text>
        <Choice
          label={words.newAnalysis.when.comparison}
          of={kinds.map((kind) => [kind, words.newAnalysis.when.comparisons[kind]] as const)}
          value={comparison.kind}
          onChoose={compare}
        />
        {comparison.kind === "herd" && (
          <>
            <GroupChoice
              label={words.newAnalysis.when.otherHerd}
              value={comparison.group ?? ""}
              onGroup={(group, ids) => onChange({ comparison: { kind: "herd", group, ids } })}
            />
            <Text tone="soft" num>
              {words.newAnalysis.when.inHerd({ count: comparison.ids.length })}
            </Text>
          </>
        )}
        {comparison.kind === "seasons" && (
          <Text tone="soft">{comparison.seasons.map(({ name }) => name).join(", ")}</Text>
        )}
      </Row>
      {comparison.kind === "span" && (
        <Days
          of="comparison"
          span={comparison}
          onSpan={(next) => onChange({ comparison: { kind: "span", ...next } })}
        />
      )}
    </Stack>
  )
}
