// Two results side by side: how their parameters differ, then every value with its difference.
import { getRouteApi } from "@tanstack/react-router"
import { type ReactNode, useMemo } from "react"
import type { ResultComparison, ComparedRow } from "../../../../domain/analysis/compare/compareResults.ts"
import { cellText } from "../../../../figures/cellText.ts"
import { words } from "../../../../words/language.ts"
import { Card, Stack, Text } from "../../../design/kit.tsx"
import { type Column, Table } from "../../../design/Table.tsx"
import { mapChoiceOf } from "./address.ts"
import { ComparedMaps } from "./ComparedMaps.tsx"
import { FigureCard } from "./FigureView.tsx"
import look from "./result.module.css"
import { chartOf, type Side } from "./sides.ts"

const route = getRouteApi("/known/p/$slug/analyses/compare")

/** Metrics shown at first: the first that exists. */
const DEFAULT_METRICS = ["kde95_ha", "animal_days_per_ha"]

/** Returns the column of a metric. */
const fieldOf = ({ label, metric, unit }: ComparedRow) =>
  ({ key: metric, label, type: "number", unit }) as const
const shown = (row: ComparedRow, value: ComparedRow["main"]): string => {
  const text = cellText(value, fieldOf(row))
  return text === "" ? "–" : text
}
const signed = (row: ComparedRow): string =>
  row.change === null
    ? "–"
    : `${row.change > 0 ? "+" : ""}${cellText(row.change, fieldOf(row)).replace("-", "−")}`
const percent = (share: number | null): string => {
  if (share === null) return ""
  const whole = Math.round(share * 100)
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)} %`
}

const columnsOf = (
  [one, other]: readonly [Side, Side],
  name: (row: ComparedRow) => string,
  head: string
): ReadonlyArray<Column<ComparedRow>> => [
  { key: "name", head, names: true, wide: true, cell: (row) => <bdi>{name(row)}</bdi> },
  { key: "main", head: one.title, end: true, cell: (row) => shown(row, row.main) },
  { key: "comparison", head: other.title, end: true, cell: (row) => shown(row, row.comparison) },
  { key: "change", head: words.results.compare.difference, end: true, cell: signed },
  {
    key: "share",
    head: words.results.compare.change,
    end: true,
    cell: ({ change_share, unlike }) => (
      <Text tone={unlike.length > 0 ? "faint" : undefined}>
        {percent(change_share)}
        {unlike.length > 0 && (
          <span className="hidden"> {words.results.compare.unlikeBy({ why: unlike })}</span>
        )}
        {unlike.length > 0 && " *"}
      </Text>
    )
  }
]

const unitOf = ({ label, unit }: ComparedRow): string => (unit === null ? label : `${label}, ${unit}`)

/** Returns the differences in parameters as sentences; one that applies to several subjects names all of them. */
const differenceSentences = ({ rows, unlike }: ResultComparison): ReadonlyArray<string> => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const said = unlike.map(({ subject_id, text }) => {
    const name = subject_id === null ? undefined : names.get(subject_id)
    return name !== undefined && text.startsWith(`${name}: `)
      ? { name, what: text.slice(name.length + 2) }
      : { name: null, what: text }
  })
  return [...Map.groupBy(said, ({ what }) => what)].map(([what, all]) => {
    const of = all.flatMap(({ name }) => name ?? [])
    return of.length === 0 ? what : `${of.join(", ")}: ${what}`
  })
}

const textsOf = ({ unlike }: ResultComparison) =>
  unlike.length === 0 ? words.results.compare.alike : words.results.compare.unlike

/** Unlike lists the differences in parameters, which must be known before any value. */
export const Unlike = ({ of }: { readonly of: ResultComparison }) => (
  <Card
    title={textsOf(of).title}
    tone={of.unlike.length === 0 ? "good" : "late"}
    beside={<Text tone="soft">{textsOf(of).hint}</Text>}
  >
    <Stack pad gap={3}>
      {differenceSentences(of).map((text) => (
        <Text key={text} as="p">
          {text}
        </Text>
      ))}
      {of.only_main.length > 0 && (
        <Text as="p">{words.results.compare.onlyFirst({ names: of.only_main })}</Text>
      )}
      {of.only_comparison.length > 0 && (
        <Text as="p">{words.results.compare.onlySecond({ names: of.only_comparison })}</Text>
      )}
    </Stack>
  </Card>
)

const Scroll = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it
  <div className={look["scroll"]} role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
)

/** ComparedFigures shows maps, tables and the chart of a metric. */
export const ComparedFigures = ({
  of,
  sides
}: {
  readonly of: ResultComparison
  readonly sides: readonly [Side, Side]
}) => {
  const search = route.useSearch()
  const { metric: asked, subject: chosen } = search
  const navigate = route.useNavigate()
  const subjects = of.rows.filter(({ kind }) => kind === "subject")
  const subject = subjects.find(({ id }) => (id ?? "") === chosen) ?? subjects[0]!
  const metric =
    [asked, ...DEFAULT_METRICS].flatMap((key) => subjects.find((row) => row.metric === key) ?? [])[0] ??
    subjects[0]!
  const own = subjects.filter(({ id, name }) => id === subject.id && name === subject.name)
  const across = of.rows.filter((row) => row.metric === metric.metric)
  const chart = useMemo(
    () =>
      chartOf(
        sides,
        across.filter(({ kind }) => kind === "subject")
      ),
    // the rows follow from these
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sides, of, metric.metric]
  )
  const change = (more: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...more }) })
  return (
    <>
      <ComparedMaps
        of={sides}
        chosen={subject.id}
        onChoose={(id) => {
          if (id !== subject.id) change({ subject: id })
        }}
        choice={mapChoiceOf(search, change)}
      />
      <div className={look["pair"]}>
        <Card
          title={<bdi>{subject.name}</bdi>}
          beside={<Text tone="soft">{words.results.compare.chooseMetric}</Text>}
        >
          <Scroll label={words.results.compare.figuresOf({ name: subject.name })}>
            <Table
              label={words.results.compare.figuresOf({ name: subject.name })}
              columns={columnsOf(sides, unitOf, words.results.compare.metric)}
              rows={own}
              keyOf={(row) => row.metric}
              chosen={metric.metric}
              onChoose={(row) => change({ metric: row.metric })}
              wide
            />
          </Scroll>
        </Card>
        <Stack gap={6}>
          <Card
            title={words.results.compare.bySubject({ metric: metric.label })}
            beside={<Text tone="soft">{words.results.compare.chooseSubject}</Text>}
          >
            <Scroll label={metric.label}>
              <Table
                label={metric.label}
                columns={columnsOf(sides, ({ name }) => name, words.results.compare.subject)}
                rows={across}
                keyOf={({ id, kind, name }) => `${kind} ${id} ${name}`}
                chosen={`subject ${subject.id} ${subject.name}`}
                onChoose={({ id, kind }) => {
                  if (kind === "subject") change({ subject: id ?? "" })
                }}
                wide
              />
            </Scroll>
          </Card>
          <FigureCard of={chart} chart="compared" />
        </Stack>
      </div>
    </>
  )
}
