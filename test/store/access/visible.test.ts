// Scopes in SQL: which rows a statement gives to whom, and that who sees everything pays nothing for it.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import type { Limits, Reach } from "../../../src/domain/access/Visibility.ts"
import { EntityAssignments } from "../../../src/store/tracking/assignments/EntityAssignments.ts"
import { ProjectAssignments } from "../../../src/store/tracking/assignments/ProjectAssignments.ts"
import { Devices } from "../../../src/store/tracking/devices/Devices.ts"
import { EntityList } from "../../../src/store/tracking/entities/EntityList.ts"
import { Groups } from "../../../src/store/tracking/entities/Groups.ts"
import { LiveMap } from "../../../src/store/tracking/map/LiveMap.ts"
import { Positions } from "../../../src/store/tracking/positions/Positions.ts"
import {
  isBeyond,
  reachedDevices,
  reachedRecords,
  seenDocument,
  seenOnes,
  seenRecords,
  seenSubjects
} from "../../../src/store/access/visibilityConditions.ts"
import { TestSql } from "../../support/sql/database.ts"
import { plant } from "../../support/http/scopedWorld.ts"

const stores = Layer.mergeAll(
  Devices.layer,
  EntityList.layer,
  EntityAssignments.layer,
  Groups.layer,
  LiveMap.layer,
  Positions.layer,
  ProjectAssignments.layer
).pipe(Layer.provideMerge(TestSql))

const ME = v7()
const actor = {
  kind: "user",
  id: ME,
  name: "Me",
  userId: ME,
  serverAdmin: false,
  scopes: null,
  projectIds: null,
  requestId: "r"
} as const
const nothing: Limits = { groups: [], entities: [], devices: [], gear: [], folders: [] }
const all = { limit: 500, after: null }

/**
 * Herd lies in Farm, Pack beside it. Alma is in Herd, Wolf in Pack, Bare in none. The first collar was on
 * Wolf the day before yesterday and is on Alma since; the second is on Wolf; the third was on Bare once and
 * is on nobody.
 */
const farm = Effect.map(
  plant({
    groups: [null, 0, null],
    entities: [1, 2, null],
    devices: [
      [1, 0, 0],
      [1, 1, 1],
      [2, null, null]
    ],
    scope: { groups: [], entities: [], devices: [] }
  }),
  ({ ids, project }) => {
    const [farmGroup, herd, pack] = ids.group_id as [string, string, string],
      [alma, wolf, bare] = ids.entity_id as [string, string, string],
      [first, second, third] = ids.device_id as [string, string, string]
    return { project, farmGroup, herd, pack, alma, wolf, bare, first, second, third }
  }
)

layer(stores, { excludeTestServices: true, timeout: "60 seconds" })("what is seen", (it) => {
  it.effect("of the whole project is asked for without any condition", () =>
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      assert.deepStrictEqual(
        [
          seenRecords(pg, null, "e"),
          seenOnes(pg, null, "entities", "e.id"),
          seenSubjects(pg, null, "s.id"),
          reachedRecords(pg, null, "t"),
          reachedDevices(pg, null, "d")
        ],
        [[], [], [], [], []]
      )
      const document = { scope: { entity_ids: [v7()] } } as never
      assert.isFalse(isBeyond(null, document))
      assert.strictEqual(seenDocument(null, document), document)
    })
  )

  it.effect("by an empty scope is nothing", () =>
    Effect.gen(function* () {
      const { project } = yield* farm
      const entities = yield* EntityList,
        positions = yield* Positions,
        map = yield* LiveMap,
        devices = yield* Devices,
        groups = yield* Groups
      const lists = [
        yield* entities.list(project, nothing, {}, [], all),
        yield* groups.list(project, nothing, {}, all),
        yield* devices.list([{ projectId: project, visibility: nothing }], {}, all),
        yield* positions.list(project, nothing, { sources: "all", include_invalid: true }, all),
        { items: (yield* map.now(project, nothing, null)).features },
        yield* map.events(project, nothing, { hours: 200, from: null, to: null }, all)
      ]
      assert.deepStrictEqual(
        lists.map((list) => list.items.length),
        [0, 0, 0, 0, 0, 0]
      )
    })
  )

  it.effect(
    "the past of a collar on an animal outside the scope stays unseen when the collar moves into it",
    () =>
      Effect.gen(function* () {
        const { alma, first, herd, project } = yield* farm
        const positions = yield* Positions
        const limits: Limits = { ...nothing, entities: [alma], gear: [first], groups: [herd] }
        const filter = { device_id: first, sources: "all", include_invalid: true } as const
        assert.lengthOf((yield* positions.list(project, null, filter, all)).items, 3)
        assert.deepStrictEqual(
          (yield* positions.list(project, limits, filter, all)).items.map((p) => p.entity_id),
          [alma, alma]
        )
        assert.lengthOf((yield* positions.fixes(project, limits, { device_id: first })).time, 2)
        assert.lengthOf(
          (yield* positions.fixes(project, { ...limits, devices: [first] }, { device_id: first })).time,
          3
        )
      })
  )

  it.effect("a page is full of what is seen: the scope is asked for in the statement, not after it", () =>
    Effect.gen(function* () {
      const { alma, bare, project, wolf } = yield* farm
      const entities = yield* EntityList
      for (const visible of [[alma], [wolf, bare], [alma, bare]]) {
        const page = yield* entities.list(project, { ...nothing, entities: visible }, {}, [], {
          limit: visible.length,
          after: null
        })
        assert.sameMembers(
          page.items.map((e) => e.id),
          visible
        )
        assert.isNull(page.next)
      }
    })
  )

  it.effect(
    "of the map by a device's scope is the device, where it was last, whoever carries it; by its entity's it is the entity alone",
    () =>
      Effect.gen(function* () {
        const { alma, first, project, second, third } = yield* farm
        const map = yield* LiveMap
        const shown = (limits: Limits) =>
          Effect.map(map.now(project, limits, null), ({ features }) => features.map((f) => f.id))
        assert.sameMembers(yield* shown({ ...nothing, devices: [second, third], gear: [second, third] }), [
          second,
          third
        ])
        assert.sameMembers(yield* shown({ ...nothing, entities: [alma], devices: [first], gear: [first] }), [
          alma
        ])
        assert.sameMembers(yield* shown({ ...nothing, entities: [alma], gear: [first] }), [alma])
      })
  )

  it.effect(
    "of a group whose parent is not seen is the group without it, and nobody asks which groups lie in an unseen one",
    () =>
      Effect.gen(function* () {
        const { farmGroup, herd, project } = yield* farm
        const groups = yield* Groups
        const limits: Limits = { ...nothing, groups: [herd], folders: [herd] }
        assert.strictEqual((yield* groups.get(project, null, herd)).parent_id, farmGroup)
        assert.isNull((yield* groups.get(project, limits, herd)).parent_id)
        assert.isNull((yield* groups.list(project, limits, {}, all)).items[0]?.parent_id)
        assert.deepStrictEqual((yield* groups.list(project, limits, { parent_id: farmGroup }, all)).items, [])
        assert.strictEqual((yield* Effect.flip(groups.get(project, limits, farmGroup)))._tag, "Missing")
        assert.strictEqual(
          (yield* groups.get(project, { ...limits, groups: [herd, farmGroup] }, herd)).parent_id,
          farmGroup
        )
      })
  )

  it.effect(
    "of devices is what belongs to a project seen whole: now, later, or last; in a part of one what its entities carry",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const devices = yield* Devices
        const here = yield* farm,
          there = yield* farm
        const whole = (...projects: ReadonlyArray<string>): NonNullable<Reach> =>
          projects.map((projectId) => ({ projectId, visibility: null }))
        const seen = (reach: Reach) =>
          Effect.map(devices.list(reach, {}, all), ({ items }) => items.map((d) => d.id))
        assert.sameMembers(yield* seen(whole(here.project)), [here.first, here.second, here.third])
        assert.sameMembers(
          yield* seen([
            { projectId: here.project, visibility: { ...nothing, gear: [here.first] } },
            ...whole(there.project)
          ]),
          [here.first, there.first, there.second, there.third]
        )
        assert.deepStrictEqual(yield* seen([]), [])

        yield* sql`update project_assignments set valid_to = now() - interval '1 hour'
          where device_id in (${here.first}::uuid, ${here.second}::uuid)`
        yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
          values (${v7()}::uuid, ${here.first}::uuid, ${there.project}::uuid, now() - interval '1 minute')`
        // the second is nowhere else yet; the first is seen by who has it now
        assert.sameMembers(yield* seen(whole(here.project)), [here.second, here.third])
        assert.include(yield* seen(whole(there.project)), here.first)
        assert.strictEqual((yield* Effect.flip(devices.get(whole(here.project), here.first)))._tag, "Missing")
        assert.strictEqual(
          (yield* Effect.flip(devices.identities(whole(here.project), here.first, all)))._tag,
          "Missing"
        )
      })
  )

  it.effect(
    "a new device belongs to nobody: it is in no list, and who sees a project whole finds it by its id and takes it there",
    () =>
      Effect.gen(function* () {
        const devices = yield* Devices,
          assignments = yield* ProjectAssignments
        const { project } = yield* farm,
          other = yield* farm
        const reach: Reach = [{ projectId: project, visibility: null }],
          part: Reach = [{ projectId: project, visibility: nothing }]
        const { id } = yield* devices.create(actor, reach, { name: "New" })
        assert.notInclude(
          (yield* devices.list(reach, {}, all)).items.map((d) => d.id),
          id
        )
        assert.strictEqual((yield* devices.get(reach, id)).name, "New")
        assert.strictEqual((yield* Effect.flip(devices.get(part, id)))._tag, "Missing")
        assert.deepInclude(yield* Effect.flip(devices.create(actor, part, { name: "New" })), {
          _tag: "ConstraintViolated",
          code: "OUTSIDE_SCOPE"
        })

        const into = (projectId: string, by: Reach) =>
          assignments.create(actor, id, by, { project_id: projectId, valid_from: 0 })
        assert.deepInclude(yield* Effect.flip(into(other.project, reach)), {
          pointer: "/project_id",
          code: "PROJECT_UNKNOWN"
        })
        assert.strictEqual((yield* Effect.flip(into(project, part)))._tag, "Missing")
        const made = yield* into(project, reach)
        assert.include(
          (yield* devices.list(reach, {}, all)).items.map((d) => d.id),
          id
        )
        // who sees a part of it sees gear, and moves none
        const gear: Reach = [{ projectId: project, visibility: { ...nothing, gear: [id] } }]
        assert.strictEqual((yield* assignments.get(id, gear, made.id)).id, made.id)
        assert.strictEqual(
          (yield* Effect.flip(assignments.update(actor, id, gear, made.id, { valid_to: null })))._tag,
          "Missing"
        )
        assert.strictEqual((yield* Effect.flip(assignments.remove(actor, id, gear, made.id)))._tag, "Missing")
        yield* assignments.remove(actor, id, reach, made.id)
      })
  )

  it.effect("of a device's stays in projects are those in one's own", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const assignments = yield* ProjectAssignments
      const here = yield* farm,
        there = yield* farm
      yield* sql`update project_assignments set valid_to = now() - interval '1 hour'
        where device_id = ${here.first}::uuid`
      yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
        values (${v7()}::uuid, ${here.first}::uuid, ${there.project}::uuid, now() - interval '1 minute')`
      const of = (reach: Reach) =>
        Effect.map(assignments.list(here.first, reach, {}, all), ({ items }) =>
          items.map((a) => a.project_id)
        )
      assert.sameMembers(yield* of(null), [here.project, there.project])
      assert.deepStrictEqual(yield* of([{ projectId: there.project, visibility: null }]), [there.project])
      assert.strictEqual(
        (yield* Effect.flip(of([{ projectId: here.project, visibility: null }])))._tag,
        "Missing"
      )
    })
  )

  it.effect("a device of another project is put on nobody here, and reads as one that does not exist", () =>
    Effect.gen(function* () {
      const assignments = yield* EntityAssignments
      const here = yield* farm,
        there = yield* farm
      const refusal = (device_id: string) =>
        Effect.flip(
          assignments.create(actor, here.project, null, { device_id, entity_id: here.alma, valid_from: 0 })
        )
      assert.deepStrictEqual(yield* refusal(there.first), yield* refusal(v7()))
    })
  )
})
