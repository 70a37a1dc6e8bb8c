// What a deployment lets analyses be.
import { Context } from "effect"
import { DEFAULT_MAX_FIXES } from "../../domain/analysis/bounds.ts"
import { moduleKeys } from "../../domain/analysis/catalogue.ts"

/** The settings of a deployment that requests are held against. */
export const AnalysisPolicy = Context.Reference<{
  /** `ANALYSIS_MODULES` */
  readonly modules: ReadonlyArray<string>
  /** `ANALYSIS_MAX_FIXES` */
  readonly maxFixes: number
}>("api/AnalysisPolicy", { defaultValue: () => ({ modules: moduleKeys, maxFixes: DEFAULT_MAX_FIXES }) })
