// Which modules and runs a caller has access to, and whose runs they may change.
import { Effect } from "effect"
import { CurrentActor, CurrentVisibility } from "../../contract/http/authorization.ts"
import { Forbidden, Invalid, notFound } from "../../contract/http/errors.ts"
import { enabledModules, isModuleKey } from "../../domain/analysis/catalogue.ts"
import type { Runs } from "../../store/analyses/Runs.ts"

/**
 * Makes the functions that find modules and runs as the caller sees them; `deployed`: the modules of the
 * deployment.
 */
export const runAccess = (runs: Runs["Service"], deployed: ReadonlyArray<string>) => {
  /** Returns the modules of the project; fails with 404 if there are none. */
  const offered = Effect.fnUntraced(function* (projectId: string) {
    const modules = enabledModules(deployed, yield* runs.settings(projectId))
    return modules.length === 0 ? yield* notFound() : modules
  })

  /** Returns a module; a disabled one is not found, an unknown key is invalid. */
  const moduleOf = Effect.fnUntraced(function* (projectId: string, key: string) {
    const modules = yield* offered(projectId)
    if (!isModuleKey(key))
      return yield* Invalid.at(
        "/module",
        "MODULE_UNKNOWN",
        `There is no such module; there are ${modules.join(" and ")}.`
      )
    return modules.includes(key) ? key : yield* notFound()
  })

  /** Returns a run that the caller sees, of an enabled module. */
  const find = Effect.fnUntraced(function* (projectId: string, id: string) {
    const { visibility } = yield* CurrentVisibility
    const run = yield* runs.find(projectId, visibility, id)
    yield* moduleOf(projectId, run.module)
    return run
  })

  /** Checks that the caller may change a run: their own with `analysis:run`, others with `project:write`. */
  const owned = Effect.fnUntraced(function* (projectId: string, id: string) {
    const run = yield* find(projectId, id)
    const actor = yield* CurrentActor
    const { may } = yield* CurrentVisibility
    const isOwn = run.created_by_user_id === actor.userId
    if (may("project:write") || (isOwn && may("analysis:run"))) return actor
    const permission = isOwn ? "analysis:run" : "project:write"
    return yield* new Forbidden({
      code: "FORBIDDEN",
      detail: isOwn
        ? "This needs the permission analysis:run."
        : "The run is another's: this needs the permission project:write.",
      permission
    })
  })

  return { offered, moduleOf, find, owned }
}
