// The analysis modules there are, and which of them a deployment and a project offer. Specification 1, 2.4,
// 9.
import type { AnalysisModule } from "./AnalysisModule.ts"
import { grazing } from "./modules/grazing.ts"
import { movement } from "./modules/movement.ts"

/** Modules under their own keys. */
const byKey = <M extends { readonly [K in keyof M]: AnalysisModule<K & string> }>(modules: M): M => modules

/** Every module, in the order they are listed in; `sandbox/KEY/KEY.ts` computes. */
export const catalogue = byKey({
  movement,
  grazing
})

/** ModuleKey is the key of a module. */
export type ModuleKey = keyof typeof catalogue
/** moduleKeys are the keys of all modules. */
export const moduleKeys = Object.keys(catalogue) as ReadonlyArray<ModuleKey>

/** Returns whether a text is the key of a module. */
export const isModuleKey = (text: string): text is ModuleKey => moduleKeys.some((key) => key === text)

/** Returns what a module calls its results, as the title of a report; an unknown module has its key. */
export const titleOfModule = (key: string): string => (isModuleKey(key) ? catalogue[key].command.title : key)

/** Every module, as one of many. */
export const allModules: ReadonlyArray<AnalysisModule> = moduleKeys.map((key) => catalogue[key])

/**
 * Returns the modules on offer: those of the deployment (`ANALYSIS_MODULES`) that the project has not
 * switched off. A project's settings may hold `analysis_modules`, a list of keys; without it, all of the
 * deployment's.
 */
export const enabledModules = (
  deployment: ReadonlyArray<string>,
  projectSettings: Readonly<Record<string, unknown>>
): ReadonlyArray<ModuleKey> => {
  const chosen = projectSettings["analysis_modules"]
  return moduleKeys.filter(
    (key) => deployment.includes(key) && (!Array.isArray(chosen) || chosen.includes(key))
  )
}
