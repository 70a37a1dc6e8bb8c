// Automations: list, look up, make, update, remove; their references are checked, and their secrets are shown
// once.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Result } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Action, ActionInput } from "../../domain/automation/Action.ts"
import {
  type Automation,
  type AutomationChange,
  DEFAULT_MAX_EVENT_AGE_SECONDS,
  type NewAutomation
} from "../../domain/automation/Automation.ts"
import { type SettledActions, settleActions } from "../../domain/automation/settleActions.ts"
import { audit } from "../access/Audit.ts"
import { checkReferences, unknownReference } from "./automationReferences.ts"
import { automationColumns, columnsOf } from "./automationRow.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { ConstraintViolated, type Expected, Missing, refusing } from "../sql/refusals.ts"
import { editionOf } from "../../domain/edition.ts"
import { checkEdition } from "../access/whoDid.ts"
import { changeTime } from "../sql/writtenColumns.ts"
import { uuid7 } from "../sql/uuid7.ts"
import { makeTestAutomation } from "./testAutomation.ts"
import { newSecret, withSecrets, setSecret, writeSecrets } from "./webhookSecrets.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(automationColumns)
  const one = (projectId: string, id: string) => pg`a.id = ${id}::uuid and a.project_id = ${projectId}::uuid`

  /**
   * Returns an automation as the caller sees it: with a scope, without the ids of unseen entities; such
   * members change no automations.
   */
  const asSeen = <A extends Automation>(visibility: Visibility, row: A): A =>
    visibility === null
      ? row
      : { ...row, entity_ids: row.entity_ids.filter((id) => visibility.entities.includes(id)) }

  const list = Effect.fn("Automations.list")(function* (
    projectId: string,
    visibility: Visibility,
    window: Window
  ) {
    const rows = yield* pg<Automation & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("a.created_at"))} as place_time
      from automations a
      where a.project_id = ${projectId}::uuid and ${after(pg, window, "a.created_at", "a.id")}
      order by a.created_at desc, a.id desc
      limit ${window.limit + 1}`
    return slice(
      window,
      rows.map((row) => asSeen(visibility, row)),
      (row) => row.id
    )
  }, Effect.orDie)

  const get = Effect.fn("Automations.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(
      pg<Automation>`select ${selected} from automations a where ${one(projectId, id)}`
    )
    return row === undefined ? yield* new Missing() : asSeen(visibility, row)
  })

  const settle = (
    inputs: ReadonlyArray<ActionInput>,
    before: ReadonlyArray<Action>
  ): Effect.Effect<SettledActions, ConstraintViolated> => {
    const settled = settleActions(inputs, before, { nextId: uuid7, nextSecret: newSecret })
    return Result.isSuccess(settled)
      ? Effect.succeed(settled.success)
      : Effect.fail(
          unknownReference(
            `/actions/${settled.failure}/id`,
            "The automation has no such action of this type, or it is named twice. Leave the id out " +
              "of a new one."
          )
        )
  }

  const create = Effect.fn("Automations.create")(
    function* (actor: Actor, projectId: string, { actions, ...input }: NewAutomation) {
      yield* checkReferences(pg, projectId, { ...input, actions })
      const settled = yield* settle(actions, [])
      const id = uuid7()
      const row = {
        id,
        project_id: projectId,
        max_event_age_seconds: DEFAULT_MAX_EVENT_AGE_SECONDS,
        ...columnsOf(pg, input, settled.kept)
      }
      const [made] =
        yield* pg<Automation>`insert into automations as a ${pg.insert(row)} returning ${selected}`
      yield* writeSecrets(pg, id, settled)
      yield* audit(pg, actor, {
        action: "automation.created",
        objectType: "automation",
        objectId: id,
        projectId,
        detail: { name: input.name, actions: actions.map((a) => a.type) }
      })
      return withSecrets(made!, settled.secrets)
    },
    pg.withTransaction,
    refusing({})
  )

  /** Locks an automation until the transaction ends and checks that it is at the expected edition. */
  const hold = Effect.fnUntraced(function* (projectId: string, id: string, expected: Expected) {
    const [row] =
      yield* pg<Automation>`select ${selected} from automations a where ${one(projectId, id)} for update`
    if (row === undefined) return yield* new Missing()
    yield* checkEdition(pg, expected, { type: "automation", projectId, id }, editionOf(row))
    return row
  })

  const update = Effect.fn("Automations.update")(
    function* (
      actor: Actor,
      projectId: string,
      id: string,
      expected: Expected,
      { actions, ...change }: AutomationChange
    ) {
      const before = yield* hold(projectId, id, expected)
      yield* checkReferences(pg, projectId, { ...change, ...(actions === undefined ? {} : { actions }) })
      const settled = actions === undefined ? null : yield* settle(actions, before.actions)
      const columns = columnsOf(pg, change, settled?.kept)
      const set =
        Object.keys(columns).length === 0 ? changeTime(pg) : pg`${pg.update(columns)}, ${changeTime(pg)}`
      const [row] = yield* pg<Automation>`
        update automations a set ${set} where ${one(projectId, id)} returning ${selected}`
      if (settled !== null) yield* writeSecrets(pg, id, settled)
      const changed = [...Object.keys(change), ...(actions === undefined ? [] : ["actions"])]
      yield* audit(pg, actor, {
        action: "automation.updated",
        objectType: "automation",
        objectId: id,
        projectId,
        detail: { changed }
      })
      return withSecrets(row!, settled?.secrets ?? new Map())
    },
    pg.withTransaction,
    refusing({})
  )

  /** Makes a secret for a webhook; the previous one also signs for a day. */
  const rotateSecret = Effect.fn("Automations.rotateSecret")(
    function* (actor: Actor, projectId: string, id: string, actionId: string) {
      const [row] =
        yield* pg<Automation>`select ${selected} from automations a where ${one(projectId, id)} for update`
      if (row?.actions.some((action) => action.id === actionId && action.type === "webhook") !== true)
        return yield* new Missing()
      const secret = newSecret()
      yield* setSecret(pg, id, actionId, secret)
      yield* audit(pg, actor, {
        action: "automation.secret_rotated",
        objectType: "automation",
        objectId: id,
        projectId,
        detail: { action_id: actionId }
      })
      return withSecrets(row, new Map([[actionId, secret]]))
    },
    pg.withTransaction,
    refusing({})
  )

  /** Queued deliveries are skipped; those that ended stay. */
  const remove = Effect.fn("Automations.remove")(
    function* (actor: Actor, projectId: string, id: string, expected: Expected) {
      yield* hold(projectId, id, expected)
      const [gone] = yield* pg<{
        readonly name: string
      }>`delete from automations a where ${one(projectId, id)} returning a.name`
      if (gone === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "automation.removed",
        objectType: "automation",
        objectId: id,
        projectId,
        detail: { name: gone.name }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return {
    list,
    get,
    create,
    update,
    rotateSecret,
    /** Queues a test to each of its receivers; returns the deliveries, which have no event. */
    test: makeTestAutomation(pg),
    remove
  }
})

/** Automations stores automations. */
export class Automations extends Context.Service<Automations>()("store/Automations", { make }) {
  static readonly layer = Layer.effect(Automations, make)
}
