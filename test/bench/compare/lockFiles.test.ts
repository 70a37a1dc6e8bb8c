import { assert, describe, it } from "@effect/vitest"
import { haveSamePackages } from "./lockFiles.ts"

const lock = (packages: Readonly<Record<string, unknown>>) => JSON.stringify({ lockfileVersion: 3, packages })

const effect = { version: "4.1.0", integrity: "sha512-a" }

describe("haveSamePackages", () => {
  const own = lock({ "": { version: "0.2.0" }, "node_modules/effect": effect })

  it("passes over the project itself and packages that only development needs", () => {
    const other = lock({
      "": { version: "0.3.0" },
      "node_modules/effect": effect,
      "node_modules/vitest": { version: "5.0.0", dev: true }
    })
    assert.isTrue(haveSamePackages(own, other))
    assert.isTrue(haveSamePackages(other, own))
  })

  it("notices a package that is new, is gone, or has another version or other bytes", () => {
    for (const other of [
      lock({ "node_modules/effect": effect, "node_modules/pg": { version: "9.0.0" } }),
      lock({}),
      lock({ "node_modules/effect": { ...effect, version: "4.1.1" } }),
      lock({ "node_modules/effect": { ...effect, integrity: "sha512-b" } }),
      lock({ "node_modules/x/node_modules/effect": effect })
    ])
      assert.isFalse(haveSamePackages(own, other), other)
  })
})
