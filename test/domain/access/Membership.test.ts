// What a caller may: the person's role in the project, cut down by their scope and by what they came in with.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Actor } from "../../../src/domain/access/Actor.ts"
import { firstNotHeld, type Membership, permissionsIn } from "../../../src/domain/access/Membership.ts"
import { wholeProjectPermissions, permissions } from "../../../src/domain/access/Permission.ts"
import { permissionsOfRole } from "../../../src/domain/access/Role.ts"

const somebody: Actor = {
  kind: "user",
  id: "u",
  name: "Ines",
  userId: "u",
  serverAdmin: false,
  scopes: null,
  projectIds: null,
  requestId: "r"
}
const memberAs = (role: string, scoped = false): Membership => ({
  projectId: "p",
  permissions: permissionsOfRole(role, null),
  scoped
})

describe("a caller may in a project", () => {
  it("what their role may, and nothing where they are no member", () => {
    assert.deepStrictEqual(
      [...permissionsIn(somebody, "p", memberAs("viewer"))],
      ["project:read", "traces:read", "alerts:write"]
    )
    assert.strictEqual(permissionsIn(somebody, "p", null).size, 0)
  })

  it("everything as a server admin, member or not", () => {
    for (const membership of [null, memberAs("viewer", true)])
      assert.sameMembers(
        [...permissionsIn({ ...somebody, serverAdmin: true }, "p", membership)],
        [...permissions]
      )
  })

  it("nothing that is of the whole project while they see a part of it", () => {
    const may = permissionsIn(somebody, "p", memberAs("admin", true))
    assert.sameMembers([...may, ...wholeProjectPermissions], [...permissions])
  })

  const Keys = Schema.Array(Schema.Literals(permissions))
  it.prop(
    "both what the person may and what the token carries, whatever the two are",
    { role: Keys, scopes: Keys, scoped: Schema.Boolean, elsewhere: Schema.Boolean, admin: Schema.Boolean },
    ({ admin, elsewhere, role, scoped, scopes }) => {
      const token: Actor = {
        ...somebody,
        kind: "token",
        serverAdmin: admin,
        scopes: new Set(scopes),
        projectIds: new Set([elsewhere ? "q" : "p"])
      }
      const may = permissionsIn(token, "p", { projectId: "p", permissions: role, scoped })
      for (const key of permissions) {
        assert.strictEqual(
          may.has(key),
          !elsewhere &&
            scopes.includes(key) &&
            (admin || (role.includes(key) && !(scoped && wholeProjectPermissions.has(key)))),
          key
        )
      }
    }
  )
})

describe("whoever gives", () => {
  it("gives no more than they have", () => {
    const may = (key: string) => key !== "rules:write"
    assert.isNull(firstNotHeld(["project:read", "members:write"], may))
    assert.strictEqual(firstNotHeld(["project:read", "rules:write", "members:write"], may), "rules:write")
  })
})
