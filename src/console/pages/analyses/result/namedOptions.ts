// The labels of a module's options from the server, for sentences about differences.
import type { NamedOption, NamedOptions } from "../../../../domain/analysis/compare/unlike.ts"
import type { ModuleInfo } from "../../../data/analyses.ts"

/** The labels of an option in the JSON Schema of its module. */
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

/** namedOptions returns the options of a module by key; empty where the project no longer offers it. */
export const namedOptions = (modules: ReadonlyArray<ModuleInfo> | undefined, key: string): NamedOptions => {
  // the server's JSON Schema of options
  const properties = modules?.find((module) => module.key === key)?.options["properties"] as
    | Readonly<Record<string, Property>>
    | undefined
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, namedOf(of)]))
}
