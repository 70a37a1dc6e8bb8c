// An option in the catalogue of modules.
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
