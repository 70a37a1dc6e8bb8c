// Metrics that an older release registered for everybody belong, after an upgrade, to whoever has values of
// them.
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate, MIGRATIONS_FOLDER } from "../../../../src/store/sql/Migrations.ts"
import { EmptyDatabase, LoginSql } from "../../../support/sql/database.ts"
import { migrateUpTo } from "../../../support/upgrade/migrateUpTo.ts"
import { makeDevice, makePasture, makeSource } from "../../../support/sql/pasture.ts"

/** The migration that gave projects metrics of their own. */
const OWN = "0026"

const upgraded =
  "an upgrade makes the metrics that came by themselves those of the projects that have values of " +
  "them, and leaves what people defined"

it.effect(upgraded, () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateUpTo(OWN)
    const one = yield* makePasture("a"),
      other = yield* makePasture("b")
    const source = yield* makeSource(),
      stray = yield* makeDevice(source, "stray")
    yield* sql`
    insert into metrics (key, value_type, unit, label, defined) values ('door', 'text', null, null, false),
      ('cell', 'number', 'mV', null, false), ('unused', 'number', null, null, false),
        ('rumen', 'number', '°C', 'Rumen', true)`
    const measure = (device: string, project: string | null, key: string, value: number | string) => sql`
    insert into measurements (device_id, project_id, metric_key, original_time, value_number, value_text,
      received_at, batch_id)
    values (${device}::uuid, ${project}::uuid, ${key}, now(),
      ${typeof value === "number" ? value : null}::float8,
      ${typeof value === "number" ? null : value}, now(), 1)`
    const [a, b] = [one.animals.get("a")!.device, other.animals.get("b")!.device]
    yield* measure(a, one.project, "door", "open")
    yield* measure(b, other.project, "door", "shut")
    yield* measure(b, other.project, "cell", 3100)
    yield* measure(a, one.project, "rumen", 39)
    yield* measure(a, one.project, "battery_voltage", 3.1)
    yield* measure(stray, null, "cell", 3200)
    const defined = yield* sql`select key from metrics where defined order by key`

    yield* migrate(MIGRATIONS_FOLDER)
    const sent = yield* sql<{ said: string; owner_id: string }>`
    select owner_id, concat_ws(' ', key, value_type, unit, defined) as said from sent_metrics`
    const names = new Map([
      [one.project, "one"],
      [other.project, "other"],
      [source.id, "source"]
    ])
    assert.deepStrictEqual(sent.map(({ owner_id, said }) => `${names.get(owner_id)}: ${said}`).sort(), [
      "one: door text f",
      "other: cell number mV f",
      "other: door text f",
      "source: cell number mV f"
    ])
    assert.deepStrictEqual(yield* sql`select key from metrics order by key`, defined)
    // and goes with its project
    yield* sql`delete from projects where id = ${other.project}::uuid`
    assert.lengthOf(yield* sql`select from sent_metrics where owner_id = ${other.project}::uuid`, 0)
  }).pipe(Effect.provide(LoginSql.pipe(Layer.provideMerge(EmptyDatabase))))
)
