// What the form of a new analysis holds, and how it stands in an address and in the parameters of a run.
import type { Run } from "../../queries/analyses.ts"

/** SubjectSelection is the subjects chosen in the form. */
export type SubjectSelection =
  | { readonly kind: "animals"; readonly ids: ReadonlyArray<string> }
  | { readonly kind: "group" | "type"; readonly id: string }

/** Span is two days (`2026-05-14`), both included, by the project's calendar; or two moments of RFC 3339. */
export interface Span {
  readonly from: string
  readonly to: string
}

export type Period = { readonly kind: "days"; readonly days: number } | ({ readonly kind: "span" } & Span)

/** A part of the year as the project's settings have it: `06-01` to `09-30`. */
export interface SeasonDays {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** What a run is compared with. */
export type Comparison =
  | { readonly kind: "none" }
  /** as long, just before */
  | { readonly kind: "previous" }
  | ({ readonly kind: "span" } & Span)
  | { readonly kind: "seasons"; readonly seasons: ReadonlyArray<SeasonDays> }
  /** `group`: that the ids were chosen by */
  | { readonly kind: "herd"; readonly ids: ReadonlyArray<string>; readonly group: string | null }

export interface Draft {
  readonly module: string
  readonly whom: SubjectSelection
  readonly areas: ReadonlyArray<string>
  readonly period: Period
  readonly comparison: Comparison
  /** those that are not as the module has them, by name */
  readonly options: Readonly<Record<string, unknown>>
  readonly name: string
}

/** The members of an address that a form can begin with. */
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

/** A module as far as a form must know it. */
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

/** fromSearch is the form of an address; a module that is not offered is the first that is. */
export const fromSearch = (search: DraftSearch, modules: ReadonlyArray<FormModule>): Draft => {
  const areas = listOf(search.areas)
  const asked =
    modules.find(({ key }) => key === search.module) ??
    // a way in that names areas asks how they were used
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

/** toSearch is what of a form stands in its address. */
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

/** The JSON Schema of each option of a module, by name. */
export const propertiesOf = ({ options }: FormModule): Readonly<Record<string, unknown>> =>
  isRecord(options["properties"]) ? options["properties"] : {}

const defaultOf = (property: unknown): unknown =>
  isRecord(property) && "default" in property ? property["default"] : null

/** What the server has read as a text. */
const textIn = (value: unknown): string => (typeof value === "string" ? value : "")

const comparisonIn = (parameters: Run["parameters"]): Comparison => {
  const { comparison, herd_b_entity_ids: herd, seasons } = parameters
  if (isRecord(comparison))
    return { kind: "span", from: textIn(comparison["time_from"]), to: textIn(comparison["time_to"]) }
  // the server has read them
  if (Array.isArray(seasons) && seasons.length > 0)
    return { kind: "seasons", seasons: seasons as unknown as ReadonlyArray<SeasonDays> }
  return idsIn(herd).length > 0 ? { kind: "herd", ids: idsIn(herd), group: null } : { kind: "none" }
}

/** fromRun is the form that would ask the same again; what an address says besides wins. */
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
