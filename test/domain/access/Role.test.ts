// Permissions and roles: nested sets under closed names.
import { assert, describe, it } from "@effect/vitest"
import {
  allPermissions,
  permissionCatalogue,
  wholeProjectPermissions,
  permissions
} from "../../../src/domain/access/Permission.ts"
import { builtInRoles, permissionsOfRole } from "../../../src/domain/access/Role.ts"

describe("built-in roles", () => {
  it('"are nested sets: viewer, operator, analyst, admin"', () => {
    assert.deepStrictEqual(
      builtInRoles.map((role) => role.key),
      ["viewer", "operator", "analyst", "admin"]
    )
    for (const [n, role] of builtInRoles.entries()) {
      const before = builtInRoles[n - 1]?.permissions ?? []
      assert.isAbove(role.permissions.length, before.length, role.key)
      assert.includeMembers([...role.permissions], [...before], role.key)
    }
  })

  it("may what the vocabulary says", () => {
    const may = (key: string) => permissionsOfRole(key, null)
    assert.deepStrictEqual(may("viewer"), ["project:read", "traces:read", "alerts:write"])
    assert.deepStrictEqual(may("operator").slice(3), ["events:write", "devices:control", "features:write"])
    assert.deepStrictEqual(may("analyst").slice(6), [
      "exports:create",
      "views:write",
      "dashboards:write",
      "analysis:run"
    ])
    assert.deepStrictEqual(may("admin"), permissions)
  })

  it("are not what a project's own role of the same key says", () => {
    assert.deepStrictEqual(permissionsOfRole("viewer", ["members:write"]), [
      "project:read",
      "traces:read",
      "alerts:write"
    ])
  })
})

describe("a role", () => {
  it("that is not there may nothing, and one with words that are no permissions may what is left", () => {
    assert.deepStrictEqual(permissionsOfRole("ranger", null), [])
    assert.deepStrictEqual(permissionsOfRole("ranger", ["project:read", "everything", "toString"]), [
      "project:read"
    ])
  })
})

describe("the catalogue", () => {
  it("names every permission, and those of exports and analysis as the specification does", () => {
    assert.sameMembers(Object.keys(permissionCatalogue), [...permissions])
    assert.deepStrictEqual(
      permissions.filter((key) => permissionCatalogue[key].area === "exports_and_analysis"),
      ["exports:create", "views:write", "dashboards:write"]
    )
    assert.strictEqual(
      new Set(Object.values(permissionCatalogue).map(({ label }) => label)).size,
      permissions.length
    )
    assert.isTrue([...wholeProjectPermissions].every((key) => allPermissions.has(key)))
  })
})
