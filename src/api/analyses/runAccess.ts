// Which modules and runs a caller finds, and whose runs they may change.
import { Effect } from "effect"
import { CurrentActor, CurrentVisibility } from "../../contract/http/authorization.ts"
import { Forbidden, Invalid, notFound } from "../../contract/http/errors.ts"
import { enabledModules, isModuleKey } from "../../domain/analysis/catalogue.ts"
import type { Runs } from "../../store/analyses/Runs.ts"

/** Looks modules and runs up as the caller sees them; `deployed`: the modules of the deployment. */
export const runAccess = (runs: Runs["Service"], deployed: ReadonlyArray<string>) => {
  /** The modules that the project offers; where there is none, there are no analyses. */
  const offered = Effect.fnUntraced(function* (projectId: string) {
    const modules = enabledModules(deployed, yield* runs.settings(projectId))
    return modules.length === 0 ? yield* notFound() : modules
  })

  /** A module by its key: one that is switched off is not there, one that nobody knows is a mistake. */
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

  /** A run of a module that is on offer, seen by the caller. */
  const find = Effect.fnUntraced(function* (projectId: string, id: string) {
    const { visibility } = yield* CurrentVisibility
    const run = yield* runs.find(projectId, visibility, id)
    yield* moduleOf(projectId, run.module)
    return run
  })

  /** One's own run with `analysis:run`, another's with `project:write`. */
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
