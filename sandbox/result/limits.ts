// How large a result may be. Specification 8.
import type { Computed } from "../../src/domain/analysis/SandboxJob.ts"
import { inputTooLarge } from "../../src/domain/analysis/inputTooLarge.ts"
import { Refused } from "../Module.ts"

export const MAX_GEOMETRIES = 5000
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

/** The result as it is, or `Refused` with what to do about it. */
export const withinLimits = (computed: Computed, hasAreas: boolean): Computed => {
  const shapes = computed.geometries.length
  if (shapes > MAX_GEOMETRIES)
    throw new Refused(inputTooLarge({ of: "geometries", value: shapes, limit: MAX_GEOMETRIES }, hasAreas))
  const bytes = new TextEncoder().encode(JSON.stringify(computed.document)).length
  if (bytes > MAX_DOCUMENT_BYTES)
    throw new Refused(inputTooLarge({ of: "document", value: bytes, limit: MAX_DOCUMENT_BYTES }, hasAreas))
  return computed
}
