// The words of a module's options as the server tells them, for what is said about a comparison.
import type { NamedOption, NamedOptions } from "../../../domain/analysis/compare/unlike.ts"
import type { ModuleInfo } from "../../queries/analyses.ts"

/** The words that an option has in the JSON Schema of its module. */
interface Property {
  readonly title: string
  readonly "x-unit"?: string
  readonly "x-labels"?: Readonly<Record<string, string>>
}

const namedOf = ({ title, "x-labels": labels, "x-unit": unit }: Property): NamedOption => ({
  title,
  ...(unit === undefined ? {} : { unit }),
  ...(labels === undefined ? {} : { labels })
})

/** namedOptions are the options of a module by their keys; none where the project does not offer it any more. */
export const namedOptions = (modules: ReadonlyArray<ModuleInfo> | undefined, key: string): NamedOptions => {
  // the server's JSON Schema of options
  const properties = modules?.find((module) => module.key === key)?.options["properties"] as
    | Readonly<Record<string, Property>>
    | undefined
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, namedOf(of)]))
}
