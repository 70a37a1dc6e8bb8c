// How large a result may be. Specification 8.
import type { Computed } from "../../src/domain/analysis/SandboxJob.ts"
import { Refused } from "../Module.ts"

export const MAX_GEOMETRIES = 5000
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

/** The result as it is, or `Refused` with what to do about it. */
export const withinLimits = (computed: Computed, hasAreas: boolean): Computed => {
  const fewer = hasAreas ? "fewer subjects, fewer areas" : "fewer subjects"
  const shapes = computed.geometries.length
  if (shapes > MAX_GEOMETRIES)
    throw new Refused(
      `The result has ${shapes} shapes, and a run keeps ${MAX_GEOMETRIES}. Choose ${fewer} ` +
        `or larger cells.`
    )
  const bytes = new TextEncoder().encode(JSON.stringify(computed.document)).length
  if (bytes > MAX_DOCUMENT_BYTES) {
    throw new Refused(
      `The result document has ${(bytes / 1024 / 1024).toFixed(1)} MiB, and a run ` +
        `keeps ${MAX_DOCUMENT_BYTES / 1024 / 1024}. Choose ${fewer} or a shorter period.`
    )
  }
  return computed
}
