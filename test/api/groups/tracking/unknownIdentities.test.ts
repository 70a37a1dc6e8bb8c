// Who reported without being known: seen, grouped, ignored, made into devices; and what they sent, of which
// nothing is lost and nothing there twice.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { recorded } from "../../../domain/intake/decode/fixtures.ts"
import { jobsDone, startJobs } from "../../../support/sql/jobs.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  COW,
  expectStatus,
  fresh,
  makeDevice,
  makeProject,
  makeSource,
  NOBODY
} from "../../../support/http/tracking.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString()

interface Source {
  readonly id: string
  readonly token: string
}

const send = Effect.fnUntraced(function* (source: Source, items: ReadonlyArray<object>) {
  const { send } = yield* TestServer
  const answer = yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, body: items })
  assert.strictEqual(answer.status, 202)
  return answer.body
})

const report = (device: string, minute: number, more: object = {}) => ({
  device,
  time: at(minute),
  lat: 1,
  lon: 1 + minute,
  measurements: { temperature_c: minute },
  ...more
})

const unknownOf = (source: Source) =>
  Effect.map(
    expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}`),
    ({ items }) => items
  )

/** A source for a project, at which two devices reported that nobody knows. */
const makeStrangers = Effect.gen(function* () {
  const project = yield* makeProject()
  const source: Source = yield* makeSource({ project_ids: [project.id] })
  const [one, two] = [fresh("one"), fresh("two")]
  yield* send(source, [
    report(one, 3),
    report(one, 1, { state: { door: 1 } }),
    report(two, 5),
    report(one, 3)
  ])
  yield* send(source, [report(one, 2)])
  const identities = yield* unknownOf(source)
  const idOf = (name: string): string =>
    identities.find((u: { readonly external_id: string }) => u.external_id === name).id
  return { project: project.id as string, source, one, two, idOf, identities }
})

/** What the tables hold of a device: kinds and times, once each. */
const recordsOf = Effect.fnUntraced(function* (device: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    select concat_ws(' ', kind, to_char(original_time, 'MI'), case when project_id is null then 'nobody'
      when entity_id is null then 'project' else 'entity' end) as line from (
      select 'fix' as kind, original_time, project_id, entity_id from positions
        where device_id = ${device}::uuid
      union all select metric_key, original_time, project_id, entity_id from measurements
        where device_id = ${device}::uuid
      union all select state_key, original_time, project_id, entity_id from device_states
        where device_id = ${device}::uuid) r order by 1`
  return rows.map((r) => r.line)
})

const keptFor = Effect.fnUntraced(function* (source: Source) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    n: number
  }>`select count(*)::int4 as n from kept_reports k join unknown_identities u on u.id = k.unknown_identity_id
    where u.data_source_id = ${source.id}::uuid`
  return row!.n
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("unknown identities", (it) => {
  it.effect(
    "are read by what is kept of them: when and where, page by page, and what became which field",
    () =>
      Effect.gen(function* () {
        const { idOf, one, project, source, two } = yield* makeStrangers
        yield* send(source, [{ device: one, time: at(4), measurements: { temperature_c: 4 } }])
        const path = `/unknown-identities/reports?identity_id=${idOf(one)}`
        const both = yield* expectStatus(200, "GET", `${path}&identity_id=${idOf(two)}`)
        const told = ({ external_id, lat, lon, time }: Record<string, unknown>) => [
          external_id,
          time,
          lon,
          lat
        ]
        assert.deepStrictEqual(both.items.map(told), [
          [two, at(5), 6, 1],
          [one, at(4), null, null],
          [one, at(3), 4, 1],
          [one, at(2), 3, 1],
          [one, at(1), 2, 1]
        ])
        assert.notProperty(both.items[0], "decoded")

        const first = yield* expectStatus(200, "GET", `${path}&limit=3&include=fields`)
        const rest = yield* expectStatus(
          200,
          "GET",
          `${path}&limit=3&include=fields&cursor=${first.next_cursor}`
        )
        assert.deepStrictEqual(
          [...first.items, ...rest.items].map(({ time }: { readonly time: string }) => time),
          [4, 3, 2, 1].map(at)
        )
        assert.deepInclude(rest.items[0].decoded, {
          field: "state.door",
          value: 1,
          from: "state.door",
          origin: { members: ["state.door"], of: "first", sent: 1 }
        })

        // whoever does not see the whole project reads nothing of them, as if there were none
        const part = yield* makeMember(project, "admin", { groups: [], entities: [], devices: [] })
        const hidden = yield* part.ask("GET", path)
        assert.deepStrictEqual([hidden.status, hidden.body["items"]], [200, []])
        const many = Array.from({ length: 101 }, () => `identity_id=${v7()}`).join("&")
        yield* expectStatus(422, "GET", `/unknown-identities/reports?${many}`)
      })
  )

  it.effect("are listed with what they sent and when, one by one and by data source", () =>
    Effect.gen(function* () {
      const { identities, idOf, one, source, two } = yield* makeStrangers
      assert.sameDeepMembers(
        identities.map((u: Record<string, unknown>) => [
          u["external_id"],
          u["report_count"],
          u["kept_from"],
          u["kept_to"],
          u["ignored_at"]
        ]),
        [
          [one, 4, at(1), at(3), null],
          [two, 1, at(5), at(5), null]
        ]
      )
      const { items: told } = yield* expectStatus(
        200,
        "GET",
        `/unknown-identities?data_source_id=${source.id}&reports=true`
      )
      assert.deepStrictEqual(
        told.find((u: { readonly id: string }) => u.id === idOf(one)).last_report,
        report(one, 3)
      )
      const { items } = yield* expectStatus(200, "GET", "/unknown-identities/sources")
      assert.deepInclude(
        items.find((s: { readonly data_source_id: string }) => s.data_source_id === source.id),
        { identities: 2, ignored: 0, reports: 5 }
      )
    })
  )

  it.effect(
    "become devices with the names that their newest payloads call them; a name that a person gave is " +
      "never overwritten",
    () =>
      Effect.gen(function* () {
        const { send: call } = yield* TestServer
        const { body, query } = recorded("chirpstack").cases[0]!
        const source = yield* makeSource({ adapter_key: "chirpstack" })
        const uplink = (minute: number, devEui: string, deviceName?: string) =>
          call("POST", `/ingest/http/${source.id}?${query}`, {
            token: source.token,
            body: {
              ...(body as object),
              time: at(minute),
              deviceInfo: { devEui, ...(deviceName === undefined ? {} : { deviceName }) }
            }
          })
        const [named, plain] = [fresh("named"), fresh("plain")]
        for (const answer of [
          yield* uplink(1, named, "Alma\u0000 "),
          yield* uplink(3, named, "Berta \u0000"),
          yield* uplink(2, named, "Cleo"),
          yield* uplink(1, plain)
        ])
          assert.deepInclude(answer.body, { unassigned: 1 })
        const found = yield* unknownOf(source)
        assert.sameDeepMembers(
          found.map((u: Record<string, unknown>) => [u["external_id"], u["device_name"]]),
          [
            [named, "Berta"],
            [plain, null]
          ]
        )
        const { items } = yield* expectStatus(201, "POST", "/unknown-identities/create-devices", {
          identity_ids: found.map((u: { readonly id: string }) => u.id)
        })
        const nameOf = (external: string) =>
          Effect.map(
            expectStatus(
              200,
              "GET",
              `/devices/${items.find((r: { readonly external_id: string }) => r.external_id === external).device_id}`
            ),
            ({ id, name }) => ({ id: id as string, name: name as string })
          )
        assert.strictEqual((yield* nameOf(plain)).name, plain)
        const { id, name } = yield* nameOf(named)
        assert.strictEqual(name, "Berta")
        yield* expectStatus(200, "PATCH", `/devices/${id}`, { name: "My cow" })
        assert.deepInclude((yield* uplink(4, named, "Dora")).body, { accepted: 1 })
        assert.strictEqual((yield* nameOf(named)).name, "My cow")
        const sql = yield* SqlClient.SqlClient // the name is the device's, and no attribute of where it was
        assert.deepStrictEqual(
          yield* sql`select attributes from positions where device_id = ${id}::uuid
            and original_time = ${at(4)}::timestamptz and attributes ? 'device_name'`,
          []
        )
      })
  )

  it.effect(
    "become devices on animals of their own; what was kept is processed once each, as if they had been " +
      "known when it came",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { idOf, one, project, source, two } = yield* makeStrangers
          const { items } = yield* expectStatus(201, "POST", "/unknown-identities/create-devices", {
            identity_ids: [idOf(one), idOf(two)],
            device_type: "collar",
            project_id: project,
            entity_type_id: COW
          })
          assert.deepStrictEqual(
            items.map((r: { readonly external_id: string }) => r.external_id),
            [one, two]
          )
          assert.deepStrictEqual(yield* unknownOf(source), [], "they are known")
          yield* send(source, [report(one, 4), report(one, 2)])
          yield* startJobs
          yield* jobsDone
          const [first, second] = items
          assert.deepStrictEqual(yield* recordsOf(first.device_id), [
            "door 01 entity",
            ...["01", "02", "03", "04"].map((m) => `fix ${m} entity`),
            ...["01", "02", "03", "04"].map((m) => `temperature_c ${m} entity`)
          ])
          assert.deepStrictEqual(yield* recordsOf(second.device_id), [
            "fix 05 entity",
            "temperature_c 05 entity"
          ])
          assert.strictEqual(yield* keptFor(source), 0)
          const job = yield* expectStatus(200, "GET", `/devices/${first.device_id}/jobs/${first.job_id}`)
          assert.deepInclude(job, {
            kind: "kept_reports",
            status: "completed",
            records_total: 3,
            records_done: 3,
            counts: { accepted: 2, duplicates: 1, rejected: 0 }
          })
          const device = yield* expectStatus(200, "GET", `/devices/${first.device_id}`)
          assert.deepInclude(device, { name: one, device_type: "collar" })
          const [stay] = (yield* expectStatus(200, "GET", `/devices/${first.device_id}/project-assignments`))
            .items
          assert.strictEqual(stay.valid_from, at(1), "from the oldest kept report on")
          assert.deepInclude(
            yield* expectStatus(200, "GET", `/projects/${project}/entities/${first.entity_id}`),
            { name: one, entity_type_id: COW }
          )
          const sql = yield* SqlClient.SqlClient
          const [arrival] = yield* sql<{
            early: boolean
          }>`select bool_and(received_at < created_at) as early from positions p
            join devices d on d.id = p.device_id where d.id = ${first.device_id}::uuid
            and original_time < ${new Date(at(2))}`
          assert.isTrue(arrival!.early, "they arrived when they arrived")
        })
      )
  )

  it.effect(
    "become known as well when somebody registers the device by hand, and what comes between is not lost",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { one, source, two } = yield* makeStrangers
          yield* startJobs
          const device = yield* makeDevice({ external_id: one, data_source_id: source.id })
          yield* send(source, [report(one, 9)])
          const sql = yield* SqlClient.SqlClient
          yield* Effect.repeat(
            sql<{
              n: number
            }>`select count(*)::int4 as n from positions where device_id = ${device.id}::uuid`,
            { until: ([row]) => row!.n === 4 }
          )
          yield* jobsDone
          assert.deepStrictEqual(
            (yield* recordsOf(device.id)).filter((r) => r.startsWith("fix")),
            ["fix 01 nobody", "fix 02 nobody", "fix 03 nobody", "fix 09 nobody"]
          )
          assert.deepStrictEqual(
            (yield* unknownOf(source)).map((u: { readonly external_id: string }) => u.external_id),
            [two]
          )
        })
      )
  )

  it.effect("that are ignored are counted and not kept, until they are heeded again", () =>
    Effect.gen(function* () {
      const { idOf, one, source } = yield* makeStrangers
      const {
        items: [ignored]
      } = yield* expectStatus(200, "POST", "/unknown-identities/ignore", { identity_ids: [idOf(one)] })
      assert.isString(ignored.ignored_at)
      yield* send(source, [report(one, 7)])
      assert.strictEqual(yield* keptFor(source), 4)
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}&ignored=true`))
          .items,
        1
      )
      const {
        items: [heeded]
      } = yield* expectStatus(200, "POST", "/unknown-identities/unignore", { identity_ids: [idOf(one)] })
      assert.deepInclude(heeded, { ignored_at: null, report_count: 5 })
      yield* send(source, [report(one, 7)])
      assert.strictEqual(yield* keptFor(source), 5)
    })
  )

  it.effect(
    "keep in a trace what cannot be stored: an event of a device in no project, a value of another type",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const source: Source = yield* makeSource(),
            name = fresh("odd")
          yield* send(source, [
            report(name, 1, { events: [{ type: "BOAR_SEEN", title: "A boar" }] }),
            { device: name, time: at(2), events: [{ type: "BOAR_SEEN", title: "Another" }] },
            { device: name, time: at(3), measurements: { temperature_c: "warm" } }
          ])
          const [identity] = yield* unknownOf(source)
          const {
            items: [made]
          } = yield* expectStatus(201, "POST", "/unknown-identities/create-devices", {
            identity_ids: [identity.id]
          })
          yield* startJobs
          yield* jobsDone
          assert.deepStrictEqual(yield* recordsOf(made.device_id), [
            "fix 01 nobody",
            "temperature_c 01 nobody"
          ])
          assert.deepInclude(
            yield* expectStatus(200, "GET", `/devices/${made.device_id}/jobs/${made.job_id}`),
            { counts: { accepted: 1, duplicates: 0, rejected: 2 }, records_done: 3 }
          )
          const sql = yield* SqlClient.SqlClient
          const traces = yield* sql<{ code: string; title: string | null }>`
      select code, payload -> 'events' -> 0 ->> 'title' as title from processing_traces
        where data_source_id = ${source.id}::uuid and code <> 'DEVICE_NOT_FOUND' order by code, title`
          assert.deepStrictEqual(
            traces.map((t) => ({ ...t })),
            [
              { code: "EVENT_WITHOUT_PROJECT", title: "A boar" },
              { code: "EVENT_WITHOUT_PROJECT", title: "Another" },
              { code: "METRIC_TYPE", title: null }
            ]
          )
        })
      )
  )

  it.effect(
    "are for members of a project that the source is for, with the permission; devices go where the source says",
    () =>
      Effect.gen(function* () {
        const { idOf, one, project, source, two } = yield* makeStrangers
        const other = yield* makeProject()
        const admin = yield* makeMember(project, "admin"),
          stranger = yield* makeMember(other.id, "admin"),
          viewer = yield* makeMember(project, "viewer")
        yield* expectStatus(201, "POST", `/projects/${other.id}/members`, {
          user_id: admin.id,
          role: "admin"
        })
        const post = (member: typeof admin, act: string, more: object = {}) =>
          member.ask("POST", `/unknown-identities/${act}`, { body: { identity_ids: [idOf(one)], ...more } })
        for (const act of ["create-devices", "ignore", "unignore"]) {
          assert.deepInclude(
            (yield* post(viewer, act)).body,
            { status: 403, permission: "devices:write" },
            act
          )
          const { body } = yield* post(stranger, act)
          assert.deepStrictEqual(
            [body.status, body.errors],
            [
              422,
              [
                {
                  pointer: "/identity_ids/0",
                  code: "UNKNOWN_REFERENCE",
                  detail: "There is no such unknown identity."
                }
              ]
            ],
            act
          )
        }
        assert.deepStrictEqual((yield* stranger.ask("GET", "/unknown-identities")).body.items, [])
        assert.deepStrictEqual((yield* stranger.ask("GET", "/unknown-identities/sources")).body.items, [])
        assert.strictEqual(
          (yield* post(admin, "create-devices", { project_id: other.id })).body.code,
          "PROJECT_UNKNOWN",
          "the source is not for it"
        )
        yield* expectStatus(201, "POST", `/projects/${project}/roles`, {
          key: "fitter",
          label: "Fitter",
          permissions: ["project:read", "devices:write"]
        })
        const fitter = yield* makeMember(project, "fitter")
        assert.deepInclude(
          (yield* post(fitter, "create-devices", { project_id: project, entity_type_id: COW })).body,
          { status: 403, permission: "entities:write" }
        )
        assert.strictEqual((yield* post(fitter, "create-devices", { project_id: project })).status, 201)
        assert.strictEqual(
          (yield* post(admin, "create-devices", { project_id: project })).body.code,
          "UNKNOWN_REFERENCE",
          "it is known by now"
        )
        const wrong = [
          [{ identity_ids: [idOf(two)], valid_from: at(0) }, "/project_id"],
          [{ identity_ids: [idOf(two)], project_id: project, group_id: NOBODY }, "/entity_type_id"],
          [{ identity_ids: [idOf(two)], project_id: project, entity_type_id: NOBODY }, "/entity_type_id"],
          [
            { identity_ids: [idOf(two)], project_id: project, entity_type_id: COW, group_id: NOBODY },
            "/group_id"
          ],
          [{ identity_ids: [idOf(two), idOf(two)] }, "/identity_ids"],
          [{ identity_ids: [] }, "/identity_ids"],
          [{ identity_ids: [idOf(two), NOBODY] }, "/identity_ids/1"]
        ] as const
        for (const [body, pointer] of wrong) {
          const answer = yield* expectStatus(422, "POST", "/unknown-identities/create-devices", body)
          assert.strictEqual(answer.errors[0].pointer, pointer, JSON.stringify(body))
        }
        assert.lengthOf(yield* unknownOf(source), 1, "nothing was made")
      })
  )
})
