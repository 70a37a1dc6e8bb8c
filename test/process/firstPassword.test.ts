// The first password: verified once against the stored hash, and then known by a digest of the pair.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hashPassword } from "../../src/passwords/passwordHash.ts"
import {
  makeFirstPassword,
  matchesFirstPassword,
  readFirstPassword,
  removeFirstPassword
} from "../../src/process/firstPassword.ts"
import { temporaryDirectory } from "../support/machine.ts"

const CHEAP = { memory: 64, passes: 1 }

it.effect(
  "a start verifies the first password once, and a digest that others cannot read tells it later",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const password = yield* makeFirstPassword(dataDir)
      const phc = hashPassword(password, CHEAP)
      const digest = join(dataDir, "first-password.sha256")
      assert.isTrue(matchesFirstPassword(dataDir, password, phc))
      assert.strictEqual(statSync(digest).mode & 0o777, 0o600)
      assert.isTrue(matchesFirstPassword(dataDir, password, phc))

      assert.isFalse(matchesFirstPassword(dataDir, "another", phc), "another password in the file")
      assert.isFalse(
        matchesFirstPassword(dataDir, password, hashPassword("another", CHEAP)),
        "another database"
      )
      const storedAgain = hashPassword(password, CHEAP)
      assert.isTrue(matchesFirstPassword(dataDir, password, storedAgain), "the same password, stored again")

      writeFileSync(digest, "0".repeat(64))
      assert.isTrue(matchesFirstPassword(dataDir, password, phc), "a digest that was overwritten")
      removeFirstPassword(dataDir)
      assert.isNull(readFirstPassword(dataDir))
      assert.deepStrictEqual(readdirSync(dataDir), [])
    })
)

it.effect("a disk that cannot be written leaves the answer as it is", () =>
  Effect.gen(function* () {
    const missing = join(yield* temporaryDirectory, "missing")
    assert.isTrue(matchesFirstPassword(missing, "a", hashPassword("a", CHEAP)))
    assert.isFalse(existsSync(missing))
  })
)
