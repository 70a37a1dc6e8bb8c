// An option in the catalogue of modules.
import { labelText } from "../labelText.ts"
import { words } from "../../../../words/language.ts"
import { exactText } from "../../../design/numbers.ts"

/** Property is the JSON Schema of one option, with its texts. */
export interface Property {
  readonly type?: string
  readonly enum?: ReadonlyArray<string>
  readonly items?: { readonly enum?: ReadonlyArray<string> }
  readonly anyOf?: ReadonlyArray<{ readonly type?: string }>
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly "x-unit"?: string
  readonly "x-automatic"?: string
  readonly "x-presets"?: ReadonlyArray<{ readonly label: string; readonly value: number }>
  readonly "x-labels"?: Readonly<Record<string, string>>
  readonly "x-attribute"?: boolean
  readonly "x-needed-when"?: Readonly<Record<string, ReadonlyArray<unknown>>>
  readonly "x-warning"?: { readonly text: string }
}

type PropertyText = "title" | "description" | "x-unit" | "x-automatic"

const PROPERTY_TEXTS: ReadonlyArray<PropertyText> = ["title", "description", "x-unit", "x-automatic"]

/** labelled returns an option with its texts in the shown language. */
export const labelled = (property: Property): Property => {
  const { "x-labels": labels, "x-presets": presets, "x-warning": warning } = property
  return {
    ...property,
    ...Object.fromEntries(
      PROPERTY_TEXTS.flatMap((key) => {
        const text = property[key]
        return text === undefined ? [] : [[key, labelText(text)]]
      })
    ),
    ...(labels && {
      "x-labels": Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, labelText(label)]))
    }),
    ...(presets && { "x-presets": presets.map((preset) => ({ ...preset, label: labelText(preset.label) })) }),
    ...(warning && { "x-warning": { text: labelText(warning.text) } })
  }
}

/** isNumber tells whether an option is a number, possibly nullable. */
export const isNumber = ({ anyOf, type }: Property): boolean =>
  [type, ...(anyOf ?? []).map((one) => one.type)].some((one) => one === "number" || one === "integer")

/** standardText returns the default of an option as text. */
export const standardText = ({
  default: standard,
  "x-automatic": automatic,
  "x-labels": labels
}: Property): string =>
  typeof standard === "number"
    ? exactText(standard)
    : typeof standard === "string"
      ? (labels?.[standard] ?? standard)
      : Array.isArray(standard)
        ? words.newAnalysis.options.all
        : automatic === undefined
          ? words.newAnalysis.options.none
          : words.newAnalysis.options.automatic
