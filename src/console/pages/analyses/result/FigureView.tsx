// A chart of a result in a card, drawn as in the report, or as a table on request.
import { type PointerEvent, useMemo, useState, useSyncExternalStore } from "react"
import type { Chart, ResultDocument } from "../../../../domain/analysis/Result.ts"
import { cellText } from "../../../../figures/cellText.ts"
import { chartTable } from "../../../../figures/charts/chartTable.ts"
import { drawChart } from "../../../../figures/charts/drawChart.ts"
import { areSides } from "../../../../figures/charts/inkSeries.ts"
import type { Figure, FigureOptions } from "../../../../figures/Figure.ts"
import { labelText } from "../labelText.ts"
import { words } from "../../../../words/language.ts"
import { useWidth } from "../../../charts/useWidth.ts"
import { Card, Row, Stack, Text } from "../../../design/kit.tsx"
import { FigureTree } from "../FigureTree.tsx"
import type { Cursor } from "./cursor.ts"
import look from "./result.module.css"

const widthOf = ({ svg }: Figure): number =>
  Number(String(svg?.attributes["viewBox"] ?? "0 0 1 1").split(" ")[2])

/** Returns the time below a pointer; null: outside the plot. */
const momentAt = (figure: Figure, { clientX, currentTarget }: PointerEvent): number | null => {
  const { left, width } = currentTarget.getBoundingClientRect()
  const pixel = ((clientX - left) / width) * widthOf(figure)
  return figure.plot === null || pixel < figure.plot.left || pixel > figure.plot.right
    ? null
    : figure.plot.x.toValue(pixel)
}

/** CursorMark is the cursor line over a chart, the only part that is redrawn when the cursor moves. */
const CursorMark = ({ cursor, figure }: { readonly figure: Figure; readonly cursor: Cursor }) => {
  const at = useSyncExternalStore(cursor.subscribe, cursor.at)
  if (at === null || figure.plot === null) return null
  const place = figure.plot.x.toPixel(at)
  return place < figure.plot.left || place > figure.plot.right ? null : (
    <i className={look["cursor"]} style={{ left: `${(place / widthOf(figure)) * 100}%` }} />
  )
}

const Drawing = ({ cursor, figure }: { readonly figure: Figure; readonly cursor: Cursor | null }) => {
  if (figure.svg === null) return <Text tone="soft">{words.results.chart.none}</Text>
  return (
    <div
      className={look["drawing"]}
      onPointerMove={(event) => cursor?.point(momentAt(figure, event))}
      onPointerLeave={() => cursor?.point(null)}
    >
      <FigureTree of={figure.svg} />
      {cursor !== null && <CursorMark figure={figure} cursor={cursor} />}
    </div>
  )
}

const ChartTable = ({ chart }: { readonly chart: Chart }) => {
  const { columns, rows } = chartTable(chart)
  const label = words.results.chart.asTable({ title: chart.title })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it
    <div className={look["scroll"]} role="group" aria-label={label} tabIndex={0}>
      <table className={look["figures"]}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={columns[place]!.key}>{cellText(cell, columns[place]!)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FigureCardProps {
  readonly of: ResultDocument
  /** the key of the chart */
  readonly chart: string
  readonly chosen?: FigureOptions["chosen"]
  readonly cursor?: Cursor
  /** period to show, of a chart with one drawing per period; absent: all */
  readonly period?: string
}

/** Width below which a chart is scaled down instead of redrawn, px. */
const MIN_WIDTH_PX = 280

/** FigureCard shows a chart of a document in a card: drawn, or as a table on request. */
export const FigureCard = ({ chart: key, chosen, cursor, of, period }: FigureCardProps) => {
  const [isTable, setTable] = useState(false)
  const [room, ref] = useWidth()
  const chart = of.charts.find((one) => one.key === key)
  const figures = useMemo(
    () =>
      drawChart(of, key, {
        ...(chosen === undefined ? {} : { chosen }),
        ...(room === 0 ? {} : { width: Math.max(MIN_WIDTH_PX, room) })
      }),
    // compared by value: each pointer move creates a new object
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [of, key, chosen?.id, chosen?.label, room]
  )
  if (chart === undefined) return null
  const shown =
    figures.length > 1 && period !== undefined
      ? figures.filter((figure) => figure.key.endsWith(`/${period}`))
      : figures
  const isOne = chosen !== undefined || areSides(chart.series)
  const isByTime = chart.x_type === "date" || chart.x_type === "time"
  return (
    <>
      {shown.map((figure) => (
        <Card
          key={figure.key}
          title={figure.title}
          beside={figure.unit !== null && <Text tone="soft">{figure.unit}</Text>}
          acts={
            <button className="link" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? words.results.chart.chart : words.results.chart.table}
            </button>
          }
        >
          <Stack pad gap={3}>
            <div ref={ref} />
            {isTable ? (
              <ChartTable chart={chart} />
            ) : (
              <div className={isOne ? look["one"] : undefined}>
                <Drawing figure={figure} cursor={isByTime ? (cursor ?? null) : null} />
              </div>
            )}
            {!isTable && figure.legend.length > 0 && (
              <div className={isOne ? look["one"] : undefined}>
                <Row gap={5}>
                  {figure.legend.map(({ key: sign, label }) => (
                    <span key={label} className={look["sign"]}>
                      <FigureTree of={sign} />
                      <Text size={2}>
                        <bdi>{label}</bdi>
                      </Text>
                    </span>
                  ))}
                </Row>
              </div>
            )}
            {!isTable && figure.note !== null && (
              <Text size={2} tone="soft">
                {labelText(figure.note)}
              </Text>
            )}
          </Stack>
        </Card>
      ))}
    </>
  )
}
