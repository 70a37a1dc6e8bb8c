// An option of a module and the words beside it: a form, a command line and the description of the API take
// label, unit, limits and default from here.
import * as Schema from "effect/Schema"
import type { JsonObject } from "../isObject.ts"
import type { WarningCode } from "./Result.ts"

/** Members of parameters by their names. */
export type Members = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** A value with its name, to choose with one press. */
interface Preset {
  readonly label: string
  readonly value: number
}

/** The words of an option. */
interface OptionWords {
  /** label in a form */
  readonly title: string
  /** one sentence without its full stop: what the value decides */
  readonly description: string
  /** short, behind the value: `h`, `m/s` */
  readonly unit?: string
  /** what is taken where the value is null */
  readonly automatic?: string
  readonly presets?: ReadonlyArray<Preset>
  /** labels of the values to choose from */
  readonly labels?: Readonly<Record<string, string>>
  /** the value names an attribute of the subjects that holds numbers */
  readonly isAttribute?: true
  /** the option must be given when another option has one of these values */
  readonly neededWhen?: Readonly<Record<string, ReadonlyArray<string>>>
  /** the quality warning that the value decides on (specification 2.9), and when it is given */
  readonly warning?: { readonly code: WarningCode; readonly text: string }
}

/** The annotations of JSON Schema that are not of its vocabulary, by the words they carry. */
const annotations = {
  unit: "x-unit",
  automatic: "x-automatic",
  presets: "x-presets",
  labels: "x-labels",
  isAttribute: "x-attribute",
  neededWhen: "x-needed-when",
  warning: "x-warning"
} as const satisfies Readonly<Partial<Record<keyof OptionWords, string>>>

type ExtraWord = keyof typeof annotations
const extraWords = Object.keys(annotations) as ReadonlyArray<ExtraWord> // the keys as they stand there
const extraKeys = new Set<string>(Object.values(annotations))

/** Makes an option of a schema and its words. */
export const option = <S extends Schema.Top>(
  schema: S,
  { description, title, ...words }: OptionWords
): S["Rebuild"] =>
  schema.annotate({
    title,
    description,
    ...Object.fromEntries(
      extraWords.flatMap((word) => (words[word] === undefined ? [] : [[annotations[word], words[word]]]))
    )
  })

/** Returns the words of an option. */
export const wordsOf = (member: Schema.ConstraintDecoder<unknown>): OptionWords => {
  const found = Schema.resolveAnnotations(member) ?? {}
  return {
    title: found.title ?? "",
    description: found.description ?? "",
    ...Object.fromEntries(
      extraWords.flatMap((word) => {
        const value = found[annotations[word]]
        return value === undefined ? [] : [[word, value]]
      })
    )
  }
}

/** Says what an option is unless it is given; null: nothing is taken. */
export const defaultInWords = (member: Schema.ConstraintDecoder<unknown>, value: unknown): string | null =>
  Array.isArray(value)
    ? value.join(",")
    : value === null
      ? (wordsOf(member).automatic ?? null)
      : typeof value === "string"
        ? value
        : JSON.stringify(value)

const JSON_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"

/**
 * Returns the JSON Schema (draft 2020-12) of options: `title`, `description`, `default`, bounds and `enum` of
 * each, its unit as `x-unit`, and the other words of `OptionWords` in the same way.
 */
export const jsonSchemaOf = (
  options: Members,
  defaults: Readonly<Record<string, unknown>>
): Readonly<Record<string, Schema.Json>> => {
  const members = Object.entries(options)
  const properties = members.map(([name, member]) => {
    const { schema } = Schema.toJsonSchemaDocument(member, {
      includeAnnotationKey: (key) => extraKeys.has(key)
    })
    const { allOf, ...first } = schema
    // the words stand with the last bound, apart from the others, and no two say the same keyword
    const property = Object.assign({}, first, ...(Array.isArray(allOf) ? allOf : [])) as JsonObject
    // a default that stands for what is not asked is no value of its member
    return [
      name,
      Schema.is(member)(defaults[name]) ? { ...property, default: defaults[name] } : property
    ] as const
  })
  const needs = members.flatMap(([name, member]) =>
    Object.entries(wordsOf(member).neededWhen ?? {}).map(([other, values]) => ({
      anyOf: [{ properties: { [other]: { not: { enum: values } } } }, { required: [name] }]
    }))
  )
  return {
    $schema: JSON_SCHEMA_DIALECT,
    type: "object",
    // what it holds was made as JSON
    properties: Object.fromEntries(properties) as Schema.Json,
    additionalProperties: false,
    ...(needs.length === 0 ? {} : { allOf: needs })
  }
}
