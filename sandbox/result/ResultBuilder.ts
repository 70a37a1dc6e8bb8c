// Gathers what a module found into the document, version 1, and the shapes beside it; and holds it to its
// limits.
import type { AnalysisGeometry, GeometryKind } from "../../src/domain/analysis/Geometry.ts"
import type {
  Cell,
  Chart,
  Column,
  Metrics,
  ResultDocument,
  Table,
  Warning
} from "../../src/domain/analysis/Result.ts"
import type { ComputedResult, SandboxJob } from "../../src/domain/analysis/SandboxJob.ts"
import type { PeriodKey } from "../../src/domain/analysis/Tracks.ts"
import { instantName } from "../../src/domain/zone.ts"
import { withinLimits } from "./limits.ts"

/** Returns a number that can be said: null for NaN and the infinite. */
export const known = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** To so many significant digits, for what is drawn: a chart does not need sixteen. */
export const rounded = (value: number, digits = 6): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(digits)) : null

/** A column of numbers, unless another type is named. */
export const column = (
  key: string,
  label: string,
  unit: string | null = null,
  type: Column["type"] = "number"
): Column => ({ key, label, type, unit })

/** Returns a column of weighted figures: every header of it names the weighting. Specification 2.8, rule 21. */
export const weighted = (
  weighting: string,
  key: string,
  label: string,
  unit: string | null = null
): Column => ({ ...column(key, label, unit), note: weighting })

/** ResultBuilder collects the parts of a result document while a module computes. */
export class ResultBuilder {
  private readonly job: SandboxJob
  private readonly summary: Record<string, Record<string, Metrics>> = {}
  private readonly tables: Array<Table> = []
  private readonly charts: Array<Chart> = []
  private readonly geometries: Array<AnalysisGeometry> = []
  private readonly warnings: Array<Warning> = []
  private readonly provenance: Record<string, Json> = {}

  constructor(job: SandboxJob) {
    this.job = job
    for (const { key } of job.periods) this.summary[key] = {}
  }

  metrics(period: PeriodKey, of: string, metrics: Metrics): void {
    this.summary[period]![of] = metrics
  }

  /** Left out without rows. */
  table(
    key: string,
    title: string,
    columns: ReadonlyArray<Column>,
    rows: ReadonlyArray<ReadonlyArray<Cell>>
  ): void {
    if (rows.length > 0) this.tables.push({ key, title, columns, rows })
  }

  /** Left out without series. */
  chart(chart: Chart): void {
    if (chart.series.length > 0) this.charts.push(chart)
  }

  geometry(geometry: AnalysisGeometry): void {
    this.geometries.push(geometry)
  }

  warn(...warnings: ReadonlyArray<Warning>): void {
    this.warnings.push(...warnings)
  }

  /** How the numbers were made, under a name. */
  note(key: string, value: Json): void {
    this.provenance[key] = value
  }

  /** The result; throws `Refused` if it is too large. `excluded`: fixes that quality rules dropped. */
  build(excluded: number): ComputedResult {
    const counts: Partial<Record<GeometryKind, number>> = {}
    for (const { kind } of this.geometries) counts[kind] = (counts[kind] ?? 0) + 1
    const document: ResultDocument = {
      version: 1,
      module: this.job.module,
      method_version: this.job.methodVersion,
      subjects: this.job.subjects.map(({ id, name, type }) => ({ id, name, type })),
      periods: this.job.periods.map(({ from, key, to }) => ({
        key,
        from: instantName(from),
        to: instantName(to)
      })),
      summary: this.summary,
      tables: this.tables,
      charts: this.charts,
      geometries: { mcp: 0, kde: 0, hotspot: 0, cluster: 0, area_use: 0, track_summary: 0, ...counts },
      warnings: this.warnings,
      provenance: this.provenance
    }
    return withinLimits({ document, geometries: this.geometries, excluded }, "areas" in this.job)
  }
}

type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }
