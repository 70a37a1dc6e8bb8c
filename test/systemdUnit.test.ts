// The unit of the guide: what it may do on a machine, in its own words and in those of systemd where it is installed.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { blocksIn, guidePage } from "./support/guide.ts"
import { temporaryDirectory } from "./support/machine.ts"

const unit = blocksIn(guidePage("operations"), "ini").find((block) => block.includes("[Service]")) ?? ""

/** The highest exposure that systemd may find, of 10. */
const MAX_EXPOSURE = 3

const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0

describe("the unit of the guide", () => {
  it("runs under an account of its own, on a system that is read-only, without privileges", () => {
    for (const directive of [
      "User=pugmark",
      "ProtectSystem=strict",
      "ProtectHome=true",
      "PrivateTmp=true",
      "PrivateDevices=true",
      "NoNewPrivileges=true",
      "CapabilityBoundingSet=",
      "StateDirectory=pugmark-data",
      "StateDirectoryMode=0700",
      "UMask=0077"
    ])
      assert.include(unit.split("\n"), directive)
    // Node compiles what it runs
    assert.notInclude(unit, "MemoryDenyWriteExecute")
  })

  it.effect.runIf(hasAnalyze)("is exposed to no more than three of ten, says systemd", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "pugmark.service")
      writeFileSync(file, unit)
      const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", file], {
        encoding: "utf8"
      })
      const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
      assert.isAtMost(Number(exposure), MAX_EXPOSURE, stdout)
    })
  )
})
