// The settings of analyses in this deployment.
import { Context } from "effect"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import { moduleKeys } from "../../domain/analysis/catalogue.ts"

/** `AnalysisPolicy` holds the settings by which requests for analyses are checked. */
export const AnalysisPolicy = Context.Reference<{
  /** `ANALYSIS_MODULES` */
  readonly modules: ReadonlyArray<string>
  /** `ANALYSIS_MAX_FIXES` */
  readonly maxFixes: number
}>("api/AnalysisPolicy", { defaultValue: () => ({ modules: moduleKeys, maxFixes: DEFAULT_MAX_FIXES }) })
