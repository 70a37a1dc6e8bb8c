// What a scope comes to: groups with those below them, who is in them, what they carry, and nothing besides.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { Visibilities } from "../../../src/store/access/Visibilities.ts"
import { TestSql } from "../../support/sql/database.ts"

const farm = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const project = v7(),
    user = v7()
  yield* sql`insert into projects (id, slug, name, timezone)
    values (${project}::uuid, ${`p-${project}`}, 'Farm', 'UTC')`
  yield* sql`insert into users (id, email) values (${user}::uuid, ${`${user}@example.org`})`
  const group = (parent: string | null = null) => {
    const id = v7()
    return Effect.as(
      sql`insert into groups (id, project_id, parent_id, name)
        values (${id}::uuid, ${project}::uuid, ${parent}::uuid, 'Group')`,
      id
    )
  }
  const cow = (groupId: string | null = null) => {
    const id = v7()
    return Effect.as(
      sql`insert into entities (id, project_id, group_id, entity_type_id, name)
        select ${id}::uuid, ${project}::uuid, ${groupId}::uuid, id, 'Cow' from entity_types
        where key = 'cow'`,
      id
    )
  }
  const collar = Effect.suspend(() => {
    const id = v7()
    return Effect.as(sql`insert into devices (id, name) values (${id}::uuid, 'Collar')`, id)
  })
  const assign = (device: string, to: string = project, from = "2020-01-01Z", until: string | null = null) =>
    sql`insert into project_assignments (id, device_id, project_id, valid_from, valid_to)
      values (${v7()}::uuid, ${device}::uuid, ${to}::uuid, ${from}::timestamptz, ${until}::timestamptz)`
  const carry = (device: string, entity: string, from = "2020-01-01Z", until: string | null = null) =>
    sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from, valid_to)
      values (${v7()}::uuid, ${device}::uuid, ${project}::uuid, ${entity}::uuid, ${from}::timestamptz,
      ${until}::timestamptz)`
  const limits = (
    groups: ReadonlyArray<string>,
    entities: ReadonlyArray<string> = [],
    devices: ReadonlyArray<string> = []
  ) =>
    Effect.gen(function* () {
      yield* sql`insert into members (project_id, user_id, role, scope_groups, scope_entities, scope_devices)
        values (${project}::uuid, ${user}::uuid, 'viewer', ${groups}::uuid[], ${entities}::uuid[],
        ${devices}::uuid[])
      on conflict (project_id, user_id) do update
        set scope_groups = excluded.scope_groups, scope_entities = excluded.scope_entities,
        scope_devices = excluded.scope_devices`
      const found = (yield* (yield* Visibilities).of(user, [project]))(project)
      return Object.fromEntries(
        Object.entries(found).map(([kind, ids]: [string, ReadonlyArray<string>]) => [
          kind,
          [...ids].toSorted()
        ])
      )
    })
  return { project, user, sql, group, cow, collar, assign, carry, limits }
})

layer(Layer.provideMerge(Visibilities.layer, TestSql), { excludeTestServices: true, timeout: "60 seconds" })(
  "a scope",
  (it) => {
    it.effect("of a group takes in the groups below it, however deep, and everybody in them", () =>
      Effect.gen(function* () {
        const { cow, group, limits } = yield* farm
        const top = yield* group(),
          middle = yield* group(top),
          low = yield* group(middle),
          beside = yield* group()
        const [one, two, three] = [yield* cow(top), yield* cow(low), yield* cow(beside)]
        assert.deepStrictEqual(yield* limits([top]), {
          folders: [top, middle, low].toSorted(),
          groups: [top, middle, low].toSorted(),
          entities: [one, two].toSorted(),
          devices: [],
          gear: []
        })
        assert.deepStrictEqual((yield* limits([low]))["entities"], [two])
        assert.deepStrictEqual(yield* limits([], [three]), {
          folders: [],
          groups: [beside],
          entities: [three],
          devices: [],
          gear: []
        })
        assert.deepStrictEqual((yield* limits([low, top], [three]))["entities"], [one, two, three].toSorted())
      })
    )

    it.effect(
      "sees the devices that its entities carry now, and its own while they belong to the project",
      () =>
        Effect.gen(function* () {
          const { assign, carry, collar, cow, limits } = yield* farm
          const other = yield* farm
          const alma = yield* cow()
          const [now, before, later, own, gone, last, foreign] = yield* Effect.all(
            Array.from({ length: 7 }, () => collar)
          )
          for (const device of [now!, before!, later!, own!]) yield* assign(device)
          yield* carry(now!, alma)
          yield* carry(before!, alma, "2020-01-01Z", "2021-01-01Z")
          yield* carry(later!, alma, "2090-01-01Z")
          yield* assign(gone!, undefined, "2020-01-01Z", "2021-01-01Z")
          yield* other.assign(gone!, undefined, "2021-01-01Z")
          yield* assign(last!, undefined, "2020-01-01Z", "2021-01-01Z")
          yield* other.assign(foreign!)
          const devices = [own!, gone!, last!, foreign!]
          assert.deepStrictEqual(yield* limits([], [alma], devices), {
            folders: [],
            groups: [],
            entities: [alma],
            devices: devices.toSorted(),
            gear: [now!, own!, last!].toSorted()
          })
        })
    )

    it.effect(
      "that is empty, or names what is of another project, shows nothing; so does one of somebody who is no member",
      () =>
        Effect.gen(function* () {
          const { limits, project, user } = yield* farm
          const other = yield* farm
          const nothing = { folders: [], groups: [], entities: [], devices: [], gear: [] }
          const group = yield* other.group()
          assert.deepStrictEqual(yield* limits([]), nothing)
          assert.deepStrictEqual(yield* limits([group], [yield* other.cow(group)]), nothing)
          const visibilities = yield* Visibilities
          assert.deepStrictEqual((yield* visibilities.of(other.user, [project]))(project), nothing)
          assert.deepStrictEqual((yield* visibilities.of(user, [other.project]))(other.project), nothing)
        })
    )
  }
)
