// The secrets of webhooks, written and never read here: the role of the API has no right to. For a day after
// a change both the new secret and the one before sign, so that receivers can be changed one by one.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import type { OpenedAction } from "../../domain/automation/Action.ts"
import type { Automation, OpenedAutomation } from "../../domain/automation/Automation.ts"
import type { SettledActions } from "../../domain/automation/settleActions.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** How long a replaced secret goes on signing. */
const OVERLAP = "1 day"

/** 32 random bytes in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`

/** Makes `secret` the one of an action, inside the transaction of the change. */
export const setSecret = (sql: SqlClient.SqlClient, automationId: string, actionId: string, secret: string) =>
  Effect.andThen(
    sql`
      update webhook_secrets set expires_at = now() + ${OVERLAP}::interval
      where automation_id = ${automationId}::uuid and action_id = ${actionId}::uuid and expires_at is null`,
    sql`
      insert into webhook_secrets (id, automation_id, action_id, secret)
      values (${uuid7()}::uuid, ${automationId}::uuid, ${actionId}::uuid, ${secret})`
  )

/** Forgets the secrets of actions that are gone, and those whose day is over. */
const dropSecrets = (sql: SqlClient.SqlClient, automationId: string, keep: ReadonlyArray<string>) => sql`
  delete from webhook_secrets
  where automation_id = ${automationId}::uuid and (expires_at < now() or action_id <> all(${keep}::uuid[]))`

/** Writes the secrets of actions that are new, and drops those of actions that are gone. */
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

/** An automation with the secrets that were just made: the one time they are told. */
export const opened = (automation: Automation, secrets: ReadonlyMap<string, string>): OpenedAutomation => ({
  ...automation,
  actions: automation.actions.map((action): OpenedAction => {
    const secret = secrets.get(action.id)
    return action.type !== "webhook" || secret === undefined ? action : { ...action, secret }
  })
})
