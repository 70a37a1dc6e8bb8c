// Checks that what an automation refers to belongs to its project.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { AutomationChange } from "../../domain/automation/Automation.ts"
import { uuids } from "../sql/arrays.ts"
import { ConstraintViolated } from "../sql/refusals.ts"

/** Returns a refusal; `pointer` leads to the reference. */
export const unknownReference = (pointer: string, detail: string) =>
  new ConstraintViolated({ pointer, code: "UNKNOWN_REFERENCE", detail })

/**
 * Checks the references: rules and entities must be of the project, users enabled and members or server
 * admins.
 */
export const checkReferences = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  input: AutomationChange
) {
  const users = (input.actions ?? []).flatMap((action, at) =>
    action.type === "telegram" ? [{ id: action.user_id, at }] : []
  )
  const [known] = yield* pg<{
    readonly rules: ReadonlyArray<string>
    readonly entities: ReadonlyArray<string>
    readonly users: ReadonlyArray<string>
  }>`
    select array(
      select id
      from rules
      where project_id = ${projectId}::uuid and id = any(${uuids(input.rule_ids ?? [])})
    ) as rules,
      array(
        select id
        from entities
        where project_id = ${projectId}::uuid and id = any(${uuids(input.entity_ids ?? [])})
      ) as entities,
      array(
        select u.id
        from users u
        where u.id = any(${uuids(users.map((u) => u.id))}) and u.enabled
          and (
            u.server_admin
            or exists (select from members m where m.user_id = u.id and m.project_id = ${projectId}::uuid)
          )
      ) as users`
  const rule = (input.rule_ids ?? []).findIndex((id) => known?.rules.includes(id) !== true)
  if (rule !== -1)
    return yield* unknownReference(`/rule_ids/${rule}`, "There is no such rule in this project.")
  const entity = (input.entity_ids ?? []).findIndex((id) => known?.entities.includes(id) !== true)
  if (entity !== -1)
    return yield* unknownReference(`/entity_ids/${entity}`, "There is no such entity in this project.")
  const user = users.find(({ id }) => known?.users.includes(id) !== true)
  if (user !== undefined)
    return yield* unknownReference(`/actions/${user.at}/user_id`, "There is no such user in this project.")
})
