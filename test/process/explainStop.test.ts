// What stopped the program names the setting that is wrong.
import { Cause } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { explainStop } from "../../src/process/explainStop.ts"
import { makeDirectory } from "../../src/process/makeDirectory.ts"

const stopOf = (dataDir: string): string => {
  try {
    makeDirectory(join(dataDir, "log"))
  } catch (error) {
    return explainStop(Cause.die(error), { dataDir, embedded: true })
  }
  return "it could be made"
}

describe("a directory that cannot be made", () => {
  it.runIf(process.platform === "linux")("is named by its setting, DATA_DIR, and is no full disk", () => {
    assert.match(stopOf("/proc/x"), /^DATA_DIR=\/proc\/x cannot be used\. Set DATA_DIR to .*ENOENT/)
    assert.notMatch(stopOf("/proc/x"), /full/)
  })

  it("is named where a file lies in its way", () => {
    const file = join(mkdtempSync(join(tmpdir(), "data-dir-")), "data")
    writeFileSync(file, "")
    assert.match(stopOf(file), /^DATA_DIR=.*data cannot be used\. Set DATA_DIR to .*(ENOTDIR|EEXIST)/)
  })

  it("is not blamed for a file elsewhere", () => {
    const error = Object.assign(new Error("EACCES: no"), {
      code: "EACCES",
      syscall: "open",
      path: "/etc/shadow"
    })
    assert.strictEqual(explainStop(Cause.die(error), { dataDir: "/srv/data", embedded: false }), "EACCES: no")
  })
})
