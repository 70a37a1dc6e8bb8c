// Corrections of positions: what counts afterwards, everywhere; what they would do to events; and that they
// can be taken back.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { settled } from "../../../support/sql/lateFarm.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { connect } from "../../../support/http/stream.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  NOBODY,
  square
} from "../../../support/http/tracking.ts"
import { LOOKS_BACK } from "../../../support/sql/farm.ts"

const START = Date.UTC(2026, 5, 1, 10)
const at = (minute: number) => new Date(START + minute * 60_000).toISOString()

interface Row {
  readonly id: number
  readonly time: string
  readonly original_time: string
  readonly geometry: { readonly type: string; readonly coordinates: readonly number[] }
  readonly curated_fields: ReadonlyArray<string>
  readonly valid: boolean
}

/** A cow at home, but for one fix at minute 20 that lies far away, as the rule tells. */
const makeFarm = Effect.gen(function* () {
  const { send } = yield* TestServer
  const project: string = (yield* makeProject({ settings: LOOKS_BACK })).id,
    name = fresh("cow")
  yield* expectStatus(201, "POST", `/projects/${project}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: square(0, -0.005)
  })
  yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
    name: "Left",
    enabled: true,
    document: {
      trigger: { kind: "position" },
      conditions: { type: "spatial", relation: "exit" },
      event: { event_type: "LEFT", title: "{entity} left", create_alert: true }
    }
  })
  const source = yield* makeSource({ project_ids: [project] })
  const cow: string = (yield* makeEntity(project, { name })).id
  const device: string = (yield* makeDevice({ external_id: name, data_source_id: source.id })).id
  yield* expectStatus(201, "POST", `/devices/${device}/project-assignments`, {
    project_id: project,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* expectStatus(201, "POST", `/projects/${project}/entity-assignments`, {
    device_id: device,
    entity_id: cow,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const fix = (minute: number, lon: number) => ({ device: name, time: at(minute), lat: 0, lon })
  assert.strictEqual(
    (yield* send("POST", `/ingest/http/${source.id}`, {
      token: source.token,
      body: [fix(0, 0.005), fix(10, 0.005), fix(20, 5), fix(30, 0.006), fix(40, 0.005)]
    })).status,
    202
  )
  yield* settled
  const positions = Effect.map(
    expectStatus(200, "GET", `/projects/${project}/positions?entity_id=${cow}&include_invalid=true`),
    ({ items }): ReadonlyArray<Row> => items.toReversed()
  )
  const events = Effect.map(expectStatus(200, "GET", `/projects/${project}/events`), ({ items }) =>
    items
      .map((e: { readonly time: string; readonly superseded: boolean }) => [
        (Date.parse(e.time) - START) / 60_000,
        e.superseded
      ])
      .sort()
  )
  const [, , stray] = yield* positions
  const curate = (set: object, more: object = { position_ids: [stray!.id] }) => ({
    device_id: device,
    ...more,
    set,
    reason: "The collar lay in the vet's car."
  })
  return {
    project,
    cow,
    device,
    source: { ...source, device: name },
    positions,
    events,
    stray: stray!.id,
    curate
  }
})

const post = (project: string, body: object, below = "", status = 201) =>
  expectStatus(status, "POST", `/projects/${project}/curations${below}`, body)

layer(engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a correction", (it) => {
  it.effect(
    "of what its sender marked as wrong puts it right, and when it is taken back what was sent stands: wrong",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { curate, cow, events, positions, project, source } = yield* makeFarm
        const sent = { device: source.device, time: at(25), lat: 0, lon: 5, valid: false }
        assert.strictEqual(
          (yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, body: [sent] })).body
            .items[0].code,
          "MARKED_INVALID"
        )
        yield* settled
        const one = () =>
          Effect.map(positions, (all) =>
            all.filter((p) => p.time === at(25)).map((p) => [p.valid, p.curated_fields])
          )
        assert.deepStrictEqual([yield* one(), yield* events], [[[false, []]], [[20, false]]])
        assert.lengthOf(
          (yield* expectStatus(200, "GET", `/projects/${project}/positions?entity_id=${cow}`)).items,
          5
        )
        const { id } = (yield* positions).find((p) => p.time === at(25))!
        const made = yield* post(project, curate({ valid: true }, { position_ids: [id] }))
        assert.deepStrictEqual(yield* one(), [[true, ["valid"]]])
        yield* post(project, {}, `/${made.id}/revert`, 200)
        assert.deepStrictEqual(yield* one(), [[false, []]])
      })
  )

  it.effect(
    "of a wrong fix takes it out of positions, tracks, the map and rules; what was sent stays, and can be had back",
    () =>
      Effect.gen(function* () {
        const { cow, curate, device, events, positions, project, stray } = yield* makeFarm
        assert.deepStrictEqual(yield* events, [[20, false]])
        const made = yield* post(project, curate({ valid: false }))
        assert.deepInclude(made, {
          device_id: device,
          positions: 1,
          selection: { position_ids: [stray] },
          set: { valid: false },
          reason: "The collar lay in the vet's car.",
          reverted_at: null
        })
        yield* settled
        assert.deepStrictEqual(yield* events, [[20, true]])
        const shown = yield* positions
        assert.deepStrictEqual(
          shown.map((p) => [p.valid, p.curated_fields]),
          [
            [true, []],
            [true, []],
            [false, ["valid"]],
            [true, []],
            [true, []]
          ]
        )
        assert.lengthOf(
          (yield* expectStatus(200, "GET", `/projects/${project}/positions?entity_id=${cow}`)).items,
          4
        )
        assert.strictEqual(
          (yield* expectStatus(200, "GET", `/projects/${project}/tracks?entity_id=${cow}`)).properties
            .total_points,
          4
        )
        const reverted = yield* post(project, {}, `/${made.id}/revert`, 200)
        assert.isString(reverted.reverted_at)
        yield* settled
        assert.deepStrictEqual(yield* events, [[20, false]])
        assert.deepStrictEqual(
          (yield* positions).map((p) => p.valid),
          [true, true, true, true, true]
        )
        assert.strictEqual((yield* post(project, {}, `/${made.id}/revert`, 409)).code, "ALREADY_REVERTED")
        const log = (yield* expectStatus(200, "GET", `/projects/${project}/audit`)).items.map(
          (e: { readonly action: string }) => e.action
        )
        assert.includeMembers(log, ["curation.created", "curation.reverted"])
        const traces = (yield* expectStatus(200, "GET", `/projects/${project}/traces?kind=curation`)).items
        assert.deepStrictEqual(
          traces.map((t: { readonly code: string }) => t.code),
          ["CURATION_REVERTED", "CURATED"]
        )
      })
  )

  it.effect(
    "of the place and of the time is judged where and when it counts; of several the latest counts, " +
      "and each is taken back by itself",
    () =>
      Effect.gen(function* () {
        const { curate, events, positions, project } = yield* makeFarm
        const place = yield* post(project, curate({ geometry: { type: "Point", coordinates: [0.007, 0] } }))
        yield* settled
        assert.deepStrictEqual(yield* events, [[20, true]])
        const far = yield* post(
          project,
          curate({ geometry: { type: "Point", coordinates: [6, 0] }, time: at(25) })
        )
        yield* settled
        assert.deepStrictEqual(yield* events, [
          [20, true],
          [25, false]
        ])
        const stray = Effect.map(positions, (list) => list.find((p) => p.curated_fields.length > 0))
        assert.deepInclude(yield* stray, {
          time: at(25),
          original_time: at(20),
          geometry: { type: "Point", coordinates: [6, 0] },
          curated_fields: ["time", "geometry"]
        })
        yield* post(project, {}, `/${place.id}/revert`, 200)
        assert.deepInclude(
          yield* stray,
          { time: at(25), geometry: { type: "Point", coordinates: [6, 0] } },
          "the later one stands"
        )
        yield* post(project, {}, `/${far.id}/revert`, 200)
        assert.isUndefined(yield* stray)
        yield* settled
        assert.deepStrictEqual(
          (yield* events).filter(([, superseded]: [number, boolean]) => !superseded),
          [[20, false]]
        )
      })
  )

  it.effect(
    "of a wrong fix is told by the alert too, wherever it is read: that its event did not happen, and that " +
      "it did after all; nobody moves it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { curate, project } = yield* makeFarm
          const alerts = Effect.map(
            expectStatus(200, "GET", `/projects/${project}/alerts`),
            ({ items }) => items
          )
          const [before] = yield* alerts
          assert.deepInclude(before, { superseded: false, steps: [] })
          const reader = yield* connect({ project }, "?types=alert.updated")
          const made = yield* post(project, curate({ valid: false }))
          yield* settled
          const listed = yield* alerts
          const [{ steps, ...alert }] = listed
          const { steps: _, ...unmoved } = before
          assert.deepStrictEqual(alert, { ...unmoved, superseded: true })
          assert.lengthOf(steps, 1)
          assert.deepInclude(steps[0], {
            actor: { kind: "system", id: null, name: null },
            from: "open",
            to: "open"
          })
          assert.deepStrictEqual(
            [
              yield* expectStatus(200, "GET", `/projects/${project}/alerts/${alert.id}`),
              (yield* expectStatus(200, "GET", `/projects/${project}/events/${alert.event_id}`)).alert,
              ...(yield* reader.take(1)).map(({ data }) => data)
            ],
            [listed[0], listed[0], listed[0]]
          )
          yield* post(project, {}, `/${made.id}/revert`, 200)
          yield* settled
          const [after] = yield* alerts
          assert.deepInclude(after, { status: "open", superseded: false })
          assert.deepStrictEqual((yield* reader.take(1))[0]!.data, after)
        })
      )
  )

  it.effect("of a span is one of all its positions, by the time that counts", () =>
    Effect.gen(function* () {
      const { curate, positions, project } = yield* makeFarm
      yield* post(project, curate({ time: at(35) }))
      const made = yield* post(project, curate({ valid: false }, { from: at(10), to: at(31) }))
      assert.strictEqual(made.positions, 2, "the one moved to minute 35 is not among them")
      assert.deepStrictEqual(
        (yield* positions).map((p) => [(Date.parse(p.time) - START) / 60_000, p.valid]),
        [
          [0, true],
          [10, false],
          [30, false],
          [35, true],
          [40, true]
        ]
      )
      assert.lengthOf((yield* expectStatus(200, "GET", `/projects/${project}/curations`)).items, 2)
    })
  )

  it.effect(
    "is previewed: which events would go and which would come, and nothing is changed; then it does just that",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { cow, curate, events, project, stray } = yield* makeFarm
        const snapshot = sql`select id, valid, curated_time, curated_lon, curation_revision from positions
          where id = ${stray}::float8::int8`
        const before = yield* snapshot
        const { reason: _, ...draft } = curate({
          geometry: { type: "Point", coordinates: [0.006, 0] },
          time: at(15)
        })
        const gone = yield* post(project, draft, "/preview", 200)
        assert.deepInclude(gone, {
          positions: 1,
          added: 0,
          removed: 1,
          unchanged: 0,
          truncated: false,
          covered_from: at(15)
        })
        assert.deepInclude(gone.events[0], {
          change: "removed",
          time: at(20),
          entity_id: cow,
          rule_name: "Left",
          told: []
        })
        yield* sql`insert into deliveries (id, project_id, event_id, automation_name, action_id, action_type,
          target, lane, status, finished_at)
          select gen_random_uuid(), ${project}::uuid, ${gone.events[0].event_id}::uuid, 'Tell', gen_random_uuid(),
            'email', v.target, 'mail', v.status, ${new Date(at(21))}
          from (values ('ranger@example.org', 'sent'), ('nobody@example.org', 'failed')) v (target, status)`
        const known = yield* post(project, draft, "/preview", 200)
        assert.deepStrictEqual(known.events[0].told, [{ name: "ranger@example.org", at: at(21) }])
        const { event } = yield* expectStatus(
          200,
          "GET",
          `/projects/${project}/events/${gone.events[0].event_id}`
        )
        assert.strictEqual(event.time, at(20))
        const { reason: __, ...later } = curate({ time: at(35) })
        const moved = yield* post(project, later, "/preview", 200)
        assert.deepStrictEqual(
          moved.events.map((e: { readonly change: string; readonly time: string }) => [e.change, e.time]),
          [
            ["removed", at(20)],
            ["added", at(35)]
          ]
        )
        assert.deepStrictEqual(yield* snapshot, before)
        assert.deepStrictEqual(yield* events, [[20, false]])
        yield* post(project, curate({ time: at(35) }))
        yield* settled
        assert.deepStrictEqual(yield* events, [
          [20, true],
          [35, false]
        ])
        const back = yield* post(project, { ...draft, set: { valid: false } }, "/preview", 200)
        assert.deepStrictEqual(
          back.events.map((e: { readonly change: string; readonly time: string }) => [e.change, e.time]),
          [["removed", at(35)]]
        )
      })
  )

  it.effect("that was marked wrong may be right again: the preview brings its event back", () =>
    Effect.gen(function* () {
      const { curate, project } = yield* makeFarm
      yield* post(project, curate({ valid: false }))
      const { reason: _, ...draft } = curate({ valid: true })
      assert.deepInclude(yield* post(project, draft, "/preview", 200), { added: 1, removed: 0 })
      yield* post(project, curate({ valid: true }))
      assert.deepInclude(yield* post(project, draft, "/preview", 200), { added: 0, removed: 0, unchanged: 1 })
    })
  )

  it.effect("names its positions, says something, and gives a reason; what is refused changes nothing", () =>
    Effect.gen(function* () {
      const { curate, device, positions, project, stray } = yield* makeFarm
      const other = yield* makeFarm
      const point = { type: "Point", coordinates: [1, 1] }
      const wrong: ReadonlyArray<readonly [object, string, string]> = [
        [curate({}), "/set", "NOTHING_SET"],
        [curate({ valid: false }, {}), "/position_ids", "NO_SELECTION"],
        [curate({ valid: false }, { from: at(0) }), "/position_ids", "NO_SELECTION"],
        [
          curate({ valid: false }, { position_ids: [stray], from: at(0), to: at(9) }),
          "/position_ids",
          "SELECTION_AMBIGUOUS"
        ],
        [curate({ valid: false }, { from: at(9), to: at(9) }), "/to", "RANGE_EMPTY"],
        [curate({ time: at(1) }, { from: at(0), to: at(90) }), "/set/time", "ONE_POSITION"],
        [curate({ geometry: point }, { from: at(0), to: at(90) }), "/set/geometry", "ONE_POSITION"],
        [curate({ time: "2099-01-01T00:00:00Z" }), "/set/time", "TIMESTAMP_INVALID"],
        [
          curate({ valid: false }, { position_ids: [stray, 999_999_999] }),
          "/position_ids/1",
          "UNKNOWN_REFERENCE"
        ],
        [curate({ valid: false }, { position_ids: [other.stray] }), "/position_ids/0", "UNKNOWN_REFERENCE"],
        [curate({ valid: false }, { from: at(900), to: at(901) }), "/from", "NO_POSITIONS"],
        [{ ...curate({ valid: false }), device_id: other.device }, "/position_ids/0", "UNKNOWN_REFERENCE"]
      ]
      for (const [body, pointer, code] of wrong) {
        const { errors } = yield* post(project, body, "", 422)
        assert.deepInclude(errors[0], { pointer, code }, JSON.stringify(body))
      }
      for (const body of [
        { ...curate({ valid: false }), reason: " " },
        curate({ geometry: { type: "Point", coordinates: [181, 0] } }),
        curate({ geometry: { type: "Point", coordinates: [0] } }),
        curate({ valid: "no" }),
        curate({ valid: false }, { position_ids: [] })
      ]) {
        yield* post(project, body, "", 422)
      }
      assert.deepStrictEqual(
        (yield* positions).flatMap((p) => p.curated_fields),
        []
      )
      yield* post(project, {}, `/${NOBODY}/revert`, 404)
      assert.strictEqual(
        (yield* expectStatus(200, "GET", `/projects/${project}/curations?device_id=${device}`)).items.length,
        0
      )
    })
  )

  it.effect("needs data:curate, and reaches as far as the member sees", () =>
    Effect.gen(function* () {
      const { cow, curate, project } = yield* makeFarm
      const elsewhere = yield* makeEntity(project)
      const path = `/projects/${project}/curations`
      const analyst = yield* makeMember(project, "analyst")
      for (const below of ["", "/preview", `/${NOBODY}/revert`])
        assert.deepInclude(
          (yield* analyst.ask("POST", `${path}${below}`, { body: curate({ valid: false }) })).body,
          { status: 403, permission: "data:curate" },
          below
        )
      const blind = yield* makeMember(project, "admin", { entities: [elsewhere.id] })
      assert.strictEqual(
        (yield* blind.ask("POST", path, { body: curate({ valid: false }) })).body.code,
        "UNKNOWN_REFERENCE"
      )
      assert.strictEqual(
        (yield* blind.ask("POST", `${path}/preview`, {
          body: { ...curate({ valid: false }), reason: undefined }
        })).body.code,
        "UNKNOWN_REFERENCE"
      )
      const seeing = yield* makeMember(project, "admin", { entities: [cow] })
      const made = yield* seeing.ask("POST", path, { body: curate({ valid: false }) })
      assert.strictEqual(made.status, 201)
      assert.deepStrictEqual(
        [
          (yield* blind.ask("GET", path)).body.items,
          (yield* blind.ask("GET", `${path}/${made.body.id}`)).status,
          (yield* blind.ask("POST", `${path}/${made.body.id}/revert`, { body: {} })).status
        ],
        [[], 404, 404]
      )
      assert.strictEqual(
        (yield* seeing.ask("POST", `${path}/${made.body.id}/revert`, { body: {} })).status,
        200
      )
      assert.lengthOf((yield* analyst.ask("GET", path)).body.items, 1)
    })
  )
})
