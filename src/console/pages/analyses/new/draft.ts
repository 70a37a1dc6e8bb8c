// The form of a new analysis, and its representation in an address and in the parameters of a run.
import type { Run } from "../../../data/analyses.ts"

/** SubjectSelection is the selection of subjects in the form. */
export type SubjectSelection =
  | { readonly kind: "animals"; readonly ids: ReadonlyArray<string> }
  | { readonly kind: "group" | "type"; readonly id: string }

/** Span is two days (`2026-05-14`), both included, in the project's time zone; or two RFC 3339 times. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** Period is a number of days up to now, or a fixed span. */
export type Period = { readonly kind: "days"; readonly days: number } | ({ readonly kind: "span" } & Span)

/** SeasonDays is a season of the project's settings: `06-01` to `09-30`. */
export interface SeasonDays {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Comparison is what the result is compared with. */
export type Comparison =
  | { readonly kind: "none" }
  /** the period of equal length before */
  | { readonly kind: "previous" }
  | ({ readonly kind: "span" } & Span)
  | { readonly kind: "seasons"; readonly seasons: ReadonlyArray<SeasonDays> }
  /** `group`: the group that the ids were selected by */
  | { readonly kind: "herd"; readonly ids: ReadonlyArray<string>; readonly group: string | null }

/** Draft is the form of a new analysis. */
export interface Draft {
  readonly module: string
  readonly whom: SubjectSelection
  readonly areas: ReadonlyArray<string>
  readonly period: Period
  readonly comparison: Comparison
  /** options that differ from the module's defaults, by name */
  readonly options: Readonly<Record<string, unknown>>
  readonly name: string
}

/** DraftSearch holds the search parameters that prefill the form. */
export interface DraftSearch {
  readonly module?: string
  readonly animals?: string
  readonly group?: string
  readonly type?: string
  readonly areas?: string
  readonly days?: string
  readonly from?: string
  readonly to?: string
}

/** FormModule is the part of a module that the form needs. */
export interface FormModule {
  readonly key: string
  readonly asks_about_areas: boolean
  readonly options: Readonly<Record<string, unknown>>
}

const DEFAULT_DAYS = 30

const listOf = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(",").filter((id) => id !== "")

const whomOf = ({ animals, group, type }: DraftSearch): SubjectSelection =>
  group !== undefined
    ? { kind: "group", id: group }
    : type !== undefined
      ? { kind: "type", id: type }
      : { kind: "animals", ids: listOf(animals) }

const periodOf = ({ days, from, to }: DraftSearch): Period => {
  if (from !== undefined && to !== undefined) return { kind: "span", from, to }
  const count = Number(days)
  return { kind: "days", days: Number.isInteger(count) && count > 0 ? count : DEFAULT_DAYS }
}

/** fromSearch returns the form for an address; an unknown module is replaced by the first one offered. */
export const fromSearch = (search: DraftSearch, modules: ReadonlyArray<FormModule>): Draft => {
  const areas = listOf(search.areas)
  const asked =
    modules.find(({ key }) => key === search.module) ??
    // a link that names areas asks for an analysis of areas
    (areas.length > 0 ? modules.find(({ asks_about_areas }) => asks_about_areas) : undefined)
  return {
    module: asked?.key ?? modules[0]?.key ?? "",
    whom: whomOf(search),
    areas,
    period: periodOf(search),
    comparison: { kind: "none" },
    options: {},
    name: ""
  }
}

/** toSearch returns the search parameters of a form. */
export const toSearch = ({ areas, module, period, whom }: Draft): DraftSearch => ({
  module,
  ...(whom.kind !== "animals"
    ? { [whom.kind]: whom.id }
    : whom.ids.length === 0
      ? {}
      : { animals: whom.ids.join(",") }),
  ...(areas.length === 0 ? {} : { areas: areas.join(",") }),
  ...(period.kind === "days" ? { days: String(period.days) } : { from: period.from, to: period.to })
})

const idsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : []

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** propertiesOf returns the JSON Schema of each option of a module, by name. */
export const propertiesOf = ({ options }: FormModule): Readonly<Record<string, unknown>> =>
  isRecord(options["properties"]) ? options["properties"] : {}

const defaultOf = (property: unknown): unknown =>
  isRecord(property) && "default" in property ? property["default"] : null

/** Returns a value that the server has validated as text. */
const textIn = (value: unknown): string => (typeof value === "string" ? value : "")

const comparisonIn = (parameters: Run["parameters"]): Comparison => {
  const { comparison, herd_b_entity_ids: herd, seasons } = parameters
  if (isRecord(comparison))
    return { kind: "span", from: textIn(comparison["time_from"]), to: textIn(comparison["time_to"]) }
  // the server has validated them
  if (Array.isArray(seasons) && seasons.length > 0)
    return { kind: "seasons", seasons: seasons as unknown as ReadonlyArray<SeasonDays> }
  return idsIn(herd).length > 0 ? { kind: "herd", ids: idsIn(herd), group: null } : { kind: "none" }
}

/** fromRun returns the form that would repeat a run; search parameters of the address take precedence. */
export const fromRun = (
  { module, parameters }: Pick<Run, "module" | "parameters">,
  search: DraftSearch,
  modules: ReadonlyArray<FormModule>
): Draft => {
  const known = modules.find(({ key }) => key === module)
  const properties = known === undefined ? {} : propertiesOf(known)
  const changed = Object.entries(properties).filter(
    ([name, property]) =>
      parameters[name] !== undefined &&
      JSON.stringify(parameters[name]) !== JSON.stringify(defaultOf(property))
  )
  const given = fromSearch({ module, ...search }, modules)
  return {
    ...given,
    whom:
      given.whom.kind === "animals" && given.whom.ids.length === 0
        ? { kind: "animals", ids: idsIn(parameters["entity_ids"]) }
        : given.whom,
    areas: given.areas.length === 0 ? idsIn(parameters["feature_ids"]) : given.areas,
    period:
      search.days === undefined && search.from === undefined
        ? { kind: "span", from: textIn(parameters["time_from"]), to: textIn(parameters["time_to"]) }
        : given.period,
    comparison: comparisonIn(parameters),
    options: Object.fromEntries(changed.map(([name]) => [name, parameters[name]]))
  }
}
