// Tests on tracks that may not be part of the project: they run where PUGMARK_SHARED names the folder, and
// are skipped, not gone, where it does not; test/support/sharedSetup.ts then says so.
import { assert, describe, it } from "vitest"
import { Fixtures } from "./fixtures.ts"
import { sharedFolder } from "./sharedFolder.ts"

/**
 * A `describe` whose body gets the folder's fixtures. `.ci/run` finds such tests by the name of this function
 * and their title.
 */
export const describeShared = (title: string, body: (shared: Fixtures) => void): void => {
  describe.skipIf(sharedFolder === null)(`with PUGMARK_SHARED: ${title}`, () => {
    if (sharedFolder !== null) return body(new Fixtures(sharedFolder, "data"))
    // a suite without a test would fail, and which tests there are only the folder knows
    it("has the folder", () => assert.fail("PUGMARK_SHARED names no folder"))
  })
}
