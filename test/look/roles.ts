// Every page as each of five roles: each names what its reader may not do, and asks for nothing that is refused.
import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { addedPermissions, allPermissions, type Permission } from "../../src/domain/access/Permission.ts"
import { arrive, lacks, makeSights, type Sights, stops } from "../support/browser/everyPage.ts"
import { makeMember } from "../support/browser/member.ts"
import type { Console } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"
import type { Seen, Storage } from "./see.ts"

type House = Pick<Console, "client" | "databaseUrl" | "origin">

const operator: ReadonlyArray<Permission> = [...addedPermissions.viewer, ...addedPermissions.operator]

const roles: ReadonlyArray<readonly [string, ReadonlySet<Permission>]> = [
  ["viewer", new Set(addedPermissions.viewer)],
  ["operator", new Set(operator)],
  ["analyst", new Set([...operator, ...addedPermissions.analyst])],
  ["admin", allPermissions],
  ["server admin", allPermissions]
]

const walk = (
  browser: Browser,
  session: { origin: string; cookie: string },
  sights: Sights,
  held: ReadonlySet<Permission>
) =>
  Effect.gen(function* () {
    const { complaints, page } = yield* visit(browser, { session })
    const wrong = yield* Effect.promise(async (): Promise<ReadonlyArray<string>> => {
      try {
        await page.goto("/account")
        await page.getByRole("heading", { name: "Your account" }).waitFor()
        for (const stop of stops(sights, true)) {
          await arrive(page, stop)
          await lacks(page, stop, held)
        }
        return []
      } catch (error) {
        return [String(error).split("\n")[0]!]
      }
    })
    return [...wrong, ...complaints]
  }).pipe(Effect.scoped)

export const fiveRoles = (
  browser: Browser,
  house: House,
  { cookies }: Storage
): Effect.Effect<ReadonlyArray<Seen>> =>
  Effect.gen(function* () {
    const { meadow, sights } = yield* makeSights(house)
    const own = cookies.map(({ name, value }) => `${name}=${value}`)[0]!
    return yield* Effect.forEach(roles, ([role, held]) =>
      Effect.gen(function* () {
        const cookie =
          role === "server admin" ? own : (yield* makeMember(house, meadow, { role, scope: null })).cookie
        const wrong = yield* walk(browser, { origin: house.origin, cookie }, sights, held)
        return { view: role, look: "every page as", wrong }
      })
    )
  })
