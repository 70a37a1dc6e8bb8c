// How large a result may be. Specification 8.
import type { ComputedResult } from "../../src/domain/analysis/SandboxJob.ts"
import { inputTooLarge } from "../../src/domain/analysis/inputTooLarge.ts"
import { ComputationRefused } from "../Module.ts"

/** MAX_GEOMETRIES is how many shapes a result has at most. */
export const MAX_GEOMETRIES = 5000
/** MAX_DOCUMENT_BYTES is how large the document of a result may be, as JSON. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

/** Returns the result as it is, or throws `ComputationRefused` with what to do about its size. */
export const withinLimits = (computed: ComputedResult, hasAreas: boolean): ComputedResult => {
  const shapes = computed.geometries.length
  if (shapes > MAX_GEOMETRIES)
    throw new ComputationRefused(
      inputTooLarge({ of: "geometries", value: shapes, limit: MAX_GEOMETRIES }, hasAreas)
    )
  const bytes = new TextEncoder().encode(JSON.stringify(computed.document)).length
  if (bytes > MAX_DOCUMENT_BYTES)
    throw new ComputationRefused(
      inputTooLarge({ of: "document", value: bytes, limit: MAX_DOCUMENT_BYTES }, hasAreas)
    )
  return computed
}
