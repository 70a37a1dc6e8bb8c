// Events that an older release made are known to this one by their keys: a past that is judged again tells
// none of them twice.
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { migrate, MIGRATIONS_FOLDER } from "../../../src/store/sql/Migrations.ts"
import { EmptyDatabase, LoginSql } from "../../support/sql/database.ts"
import { makeFarm } from "../../support/sql/farm.ts"
import { sha256 } from "../../support/sql/pasture.ts"
import { migrateUpTo } from "../../support/upgrade/migrateUpTo.ts"

/** The first migration that counts the feature of a level. */
const COUNTED = "0024"
const AT = Date.parse("2026-05-01T00:00:00.123Z")

it.effect(
  "an upgrade gives events of levels the key they would be made with now, and leaves the others theirs",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateUpTo(COUNTED)
      const farm = yield* makeFarm,
        fence = v7(),
        rule = v7()
      // as those tables were then
      yield* sql`insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
        values (${fence}::uuid, ${farm.project}::uuid, 'geofence', 'Home', '{}', 1)`
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`insert into rules (id, project_id, name, enabled, current_version, blank_from_version)
            values (${rule}::uuid, ${farm.project}::uuid, 'Home', true, 1, 1)`
          yield* sql`insert into rule_versions (rule_id, version, document, runnable)
            values (${rule}::uuid, 1, '{}', true)`
        })
      )
      const make = Effect.fnUntraced(function* (
        subject: string,
        kind: string,
        named: string | null,
        keyed: string
      ) {
        const key = (feature: string) => [rule, 1, subject, kind, feature, AT].join("|"),
          id = v7()
        yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title,
          entity_id, device_id, feature_id, source_kind, rule_id, rule_version, context)
      values (${id}::uuid, ${farm.project}::uuid, ${sha256(key(keyed))}, ${new Date(AT)}, 'SEEN', 'info',
        'Seen', ${subject === farm.animal ? farm.animal : null}::uuid,
        ${farm.collar}::uuid, ${named}::uuid, 'rule', ${rule}::uuid, 1, ${JSON.stringify({ kind })}::jsonb)`
        return { id, key: sha256(key(named ?? "")).toString("hex") }
      })
      const made = [
        yield* make(farm.animal, "rise", fence, ""),
        yield* make(farm.animal, "reminder", fence, ""),
        yield* make(farm.collar, "rise", fence, ""),
        yield* make(farm.animal, "exit", fence, fence),
        yield* make(farm.animal, "enter", null, "")
      ]
      yield* migrate(MIGRATIONS_FOLDER)
      assert.deepStrictEqual(
        yield* sql<object>`select id, encode(event_key, 'hex') as key from events order by id`,
        made
      )
    }).pipe(Effect.provide(LoginSql.pipe(Layer.provideMerge(EmptyDatabase))))
)
