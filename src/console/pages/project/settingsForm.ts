// The settings of a project as texts of a form, and the request they make. Members that the form does not know
// stay unchanged.
import { words } from "../../../words/language.ts"

/** A season as texts of the form. */
export interface Season {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** All fields as text; they are validated when the form is sent. */
export type SettingsForm = {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly timezone: string
  /** empty: English */
  readonly language: string
  readonly one: string
  readonly many: string
  readonly silent: string
  readonly spark: string
  readonly lon: string
  readonly lat: string
  readonly zoom: string
  readonly seasons: ReadonlyArray<Season>
}

/** The name of a field. */
export type FieldKey = keyof SettingsForm

/** The JSON pointer of each field's member in the request. */
export const pointers: Readonly<Record<FieldKey, string>> = {
  name: "/name",
  slug: "/slug",
  description: "/description",
  timezone: "/timezone",
  language: "/settings/language",
  one: "/settings/entity_word/one",
  many: "/settings/entity_word/many",
  silent: "/settings/silent_after_hours",
  spark: "/settings/spark_metric",
  lon: "/settings/map/centre/0",
  lat: "/settings/map/centre/1",
  zoom: "/settings/map/zoom",
  seasons: "/settings/seasons"
}

type Settings = Readonly<Record<string, unknown>>

/** The members of a project that the form needs. */
interface SettingsOf {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly timezone: string
  readonly settings: Settings
}

const isRecord = (value: unknown): value is Settings =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A nested member as text; old settings may hold values of any type. */
const textAt = (settings: Settings, ...path: ReadonlyArray<string>): string => {
  let at: unknown = settings
  for (const name of path) at = isRecord(at) || Array.isArray(at) ? (at as Settings)[name] : undefined
  return typeof at === "string" ? at : typeof at === "number" ? String(at) : ""
}

/** The form of a project. */
export const formOf = ({ description, name, settings, slug, timezone }: SettingsOf): SettingsForm => {
  const seasons = settings["seasons"]
  return {
    name,
    slug,
    description,
    timezone,
    language: textAt(settings, "language"),
    one: textAt(settings, "entity_word", "one"),
    many: textAt(settings, "entity_word", "many"),
    silent: textAt(settings, "silent_after_hours"),
    spark: textAt(settings, "spark_metric"),
    lon: textAt(settings, "map", "centre", "0"),
    lat: textAt(settings, "map", "centre", "1"),
    zoom: textAt(settings, "map", "zoom"),
    seasons: (Array.isArray(seasons) ? seasons : [])
      .filter(isRecord)
      .map((one) => ({ name: textAt(one, "name"), from: textAt(one, "from"), to: textAt(one, "to") }))
  }
}

/** Whether a stored draft, from any version of the console, has the members of a project. */
export const isSettingsOf = (value: unknown): value is SettingsOf =>
  isRecord(value) &&
  isRecord(value["settings"]) &&
  ["name", "slug", "description", "timezone"].every((key) => typeof value[key] === "string")

const isSeason = (value: unknown): value is Season =>
  isRecord(value) && ["name", "from", "to"].every((key) => typeof value[key] === "string")

/** A stored draft of the form; null: none, or incomplete. */
export const formIn = (kept: unknown): SettingsForm | null => {
  if (!isRecord(kept)) return null
  const isWhole = Object.keys(pointers).every((key) => {
    const value = kept[key]
    return key === "seasons" ? Array.isArray(value) && value.every(isSeason) : typeof value === "string"
  })
  return isWhole ? (kept as SettingsForm) : null
}

/** A number with a comma or a point; null: no number, or an ambiguous one. */
export const numberOf = (text: string): number | null => {
  const typed = text.trim().replace("\u2212", "-")
  return /^-?\d+(?:[.,]\d+)?$/.test(typed) ? Number(typed.replace(",", ".")) : null
}

/** Errors by JSON pointer, as in the server's refusals. */
export type Mistakes = ReadonlyMap<string, string>

const known = ["entity_word", "language", "silent_after_hours", "spark_metric", "map", "seasons"]

/** The whole settings; empty fields are left out. */
const settingsOf = (form: SettingsForm, before: Settings): readonly [Settings, Mistakes] => {
  const mistakes = new Map<string, string>()
  const number = (key: "silent" | "lon" | "lat" | "zoom"): number => {
    const value = numberOf(form[key])
    if (value === null) mistakes.set(pointers[key], words.project.notNumber)
    return value ?? 0
  }
  const filled = (...keys: ReadonlyArray<"one" | "many" | "lon" | "lat" | "zoom" | "silent" | "spark">) =>
    keys.some((key) => form[key].trim() !== "")
  const settings: Settings = {
    ...Object.fromEntries(Object.entries(before).filter(([name]) => !known.includes(name))),
    ...(filled("one", "many") ? { entity_word: { one: form.one.trim(), many: form.many.trim() } } : {}),
    ...(form.language === "" ? {} : { language: form.language }),
    ...(filled("silent") ? { silent_after_hours: number("silent") } : {}),
    ...(filled("spark") ? { spark_metric: form.spark.trim() } : {}),
    ...(filled("lon", "lat", "zoom")
      ? { map: { centre: [number("lon"), number("lat")], zoom: number("zoom") } }
      : {}),
    ...(form.seasons.length === 0 ? {} : { seasons: form.seasons })
  }
  return [settings, mistakes]
}

/** The changed members to send. */
interface SettingsChange {
  readonly name?: string
  readonly slug?: string
  readonly description?: string
  readonly timezone?: string
  readonly settings?: Settings
}

/** The members that differ from the project, to send; or the errors of the form. */
export const changeOf = (
  project: SettingsOf,
  form: SettingsForm
): { readonly change: SettingsChange } | { readonly mistakes: Mistakes } => {
  const before = formOf(project)
  const plain = (["name", "slug", "description", "timezone"] as const).filter(
    (key) => form[key].trim() !== before[key]
  )
  const rest = Object.keys(before).filter((key) => !["name", "slug", "description", "timezone"].includes(key))
  const differs = rest.some(
    (key) => JSON.stringify(form[key as FieldKey]) !== JSON.stringify(before[key as FieldKey])
  )
  const [settings, mistakes] = settingsOf(form, project.settings)
  if (differs && mistakes.size > 0) return { mistakes }
  return {
    change: {
      ...Object.fromEntries(plain.map((key) => [key, form[key].trim()])),
      ...(differs ? { settings } : {})
    }
  }
}

/** The value of a field in words. */
export const saidOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(({ from, name, to }: Season) => words.project.season.is({ name, from, to })).join(", ") ||
      words.project.season.none
    : String(value) || "–"
