// Writes the secrets of webhooks; the role of the API has no right to read them. For a day after a change the
// new secret and the previous one both sign, so that receivers can be changed one by one.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import type { OpenedAction } from "../../domain/automation/Action.ts"
import type { Automation, OpenedAutomation } from "../../domain/automation/Automation.ts"
import type { SettledActions } from "../../domain/automation/settleActions.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** OVERLAP_TIME is how long a replaced secret goes on signing. */
const OVERLAP_TIME = "1 day"

/** Returns 32 random bytes in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`

/** Sets the secret of an action, inside the transaction of the change. */
export const setSecret = (sql: SqlClient.SqlClient, automationId: string, actionId: string, secret: string) =>
  Effect.andThen(
    sql`
      update webhook_secrets set expires_at = now() + ${OVERLAP_TIME}::interval
      where automation_id = ${automationId}::uuid and action_id = ${actionId}::uuid and expires_at is null`,
    sql`
      insert into webhook_secrets (id, automation_id, action_id, secret)
      values (${uuid7()}::uuid, ${automationId}::uuid, ${actionId}::uuid, ${secret})`
  )

/** Removes the secrets of removed actions, and replaced ones after their day. */
const dropSecrets = (sql: SqlClient.SqlClient, automationId: string, keep: ReadonlyArray<string>) => sql`
  delete from webhook_secrets
  where automation_id = ${automationId}::uuid and (expires_at < now() or action_id <> all(${keep}::uuid[]))`

/** Writes the secrets of new actions, and removes those of removed ones. */
export const writeSecrets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  automationId: string,
  { kept, secrets }: SettledActions
) {
  for (const [actionId, secret] of secrets) yield* setSecret(sql, automationId, actionId, secret)
  yield* dropSecrets(
    sql,
    automationId,
    kept.map((action) => action.id)
  )
})

/** Returns an automation with the secrets that were just made, the only time they are shown. */
export const withSecrets = (
  automation: Automation,
  secrets: ReadonlyMap<string, string>
): OpenedAutomation => ({
  ...automation,
  actions: automation.actions.map((action): OpenedAction => {
    const secret = secrets.get(action.id)
    return action.type !== "webhook" || secret === undefined ? action : { ...action, secret }
  })
})
