// The analysis modules there are, and which of them a deployment and a project offer. Specification 1, 2.4,
// 9.
import * as grazing from "./modules/grazing.ts"
import * as movement from "./modules/movement.ts"

export const moduleKeys = ["movement", "grazing"] as const
export type ModuleKey = (typeof moduleKeys)[number]

export interface ModuleInfo {
  readonly key: ModuleKey
  readonly label: string
  /** `method_version` of the runs it makes */
  readonly version: string
  readonly limits: Readonly<Record<string, number>>
}

export const catalogue: Readonly<Record<ModuleKey, ModuleInfo>> = {
  movement: {
    key: "movement",
    label: movement.LABEL,
    version: movement.METHOD_VERSION,
    limits: movement.LIMITS
  },
  grazing: { key: "grazing", label: grazing.LABEL, version: grazing.METHOD_VERSION, limits: grazing.LIMITS }
}

export const isModuleKey = (text: string): text is ModuleKey => moduleKeys.some((key) => key === text)

/**
 * The modules on offer: those of the deployment (`ANALYSIS_MODULES`) that the project has not switched off. A
 * project's settings may hold `analysis_modules`, a list of keys; without it, all of the deployment's.
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
