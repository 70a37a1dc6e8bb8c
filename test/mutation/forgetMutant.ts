// The next file is read by a thread that has asked a mutant before: reading it must not be part of that
// mutant's run.
import { afterAll } from "vitest"

const { __stryker__ } = globalThis as { __stryker__?: { activeMutant?: string } }

afterAll(() => {
  if (__stryker__ !== undefined) delete __stryker__.activeMutant
})
