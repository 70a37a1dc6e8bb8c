// Members with a scope over HTTP: whatever is asked, by whatever route, they are told of what they see and of
// nothing else.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, SchemaAST } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as SqlClient from "effect/sql/SqlClient"
import { Api } from "../../../src/contract/Api.ts"
import { v7 } from "uuid"
import { permissions } from "../../../src/domain/access/Permission.ts"
import { makePerson, tokenFor } from "../../support/http/people.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"
import { casesOf, REPEATED } from "../../support/stories.ts"
import { ingestRecords } from "../../support/sql/records.ts"
import {
  addMember,
  hiddenOf,
  plant,
  plantExports,
  type Planted,
  ScopedWorld,
  STORY
} from "../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { connect } from "../../support/http/stream.ts"
import { COW, NOBODY } from "../../support/http/tracking.ts"

interface Reading {
  readonly path: string
  readonly query: ReadonlyArray<string>
}

/** Every GET that the contract has, the stream left out: that one ends only with its reader. */
const readings: ReadonlyArray<Reading> = (() => {
  const found: Array<Reading> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path, query } }) => {
      const ast = query?.ast
      const names =
        ast !== undefined && SchemaAST.isObjects(ast)
          ? ast.propertySignatures.map(({ name }) => String(name))
          : []
      if (method === "GET" && !path.endsWith("/stream"))
        found.push({ path: path.replace("/api/v1", "").replace(/\/$/, ""), query: names })
    }
  })
  return found
})()

/** What is asked for wherever it can be: as much as there is. */
const from = new Date(Date.now() - 10 * 86_400_000).toISOString(),
  to = new Date(Date.now() + 86_400_000).toISOString()
const widest: Readonly<Record<string, string>> = {
  limit: "500",
  hours: "96",
  include_invalid: "true",
  sources: "all",
  at: new Date().toISOString(),
  ended_since: from,
  module: "movement",
  what: "document",
  include: "payload",
  dataset: "positions",
  format: "json",
  metric: "mark",
  tried: "7d",
  q: "-", // every name has the id of what it is of
  from,
  to,
  time_from: from,
  time_to: to
}
const alone = new Set([
  "q",
  "what",
  "dataset",
  "format",
  "module",
  "metric",
  "at",
  "ended_since",
  "from",
  "to",
  "time_from",
  "time_to"
]) // where they narrow a list, it is asked for without them too

/** What is told beside what, by the end of the path. */
const besides: ReadonlyArray<readonly [end: RegExp, include: string]> = [
  [/\/explain$/, "lanes"],
  [/\/entities(\/:entity_id)?$/, "now,spark"],
  [/\/rules$/, "activity"],
  [/\/positions$/, "step"],
  [/\/unknown-identities\/reports$/, "fields"]
]
const widestOf = (path: string, name: string): string =>
  (name === "include" ? besides.find(([end]) => end.test(path))?.[1] : undefined) ?? widest[name]!

/** Every way to fill the names in a path. */
const fill = (path: string, ids: Planted["ids"]): ReadonlyArray<string> => {
  const name = /:(\w+)/.exec(path)?.[1]
  // a name nobody has thought of may be any id there is
  const values = name === undefined ? [] : (ids[name] ?? [...new Set(Object.values(ids).flat())])
  return name === undefined ? [path] : values.flatMap((id) => fill(path.replace(`:${name}`, id), ids))
}

/** The first three, and the last, which is of another project. */
const some = (ids: ReadonlyArray<string>) => ids.filter((_, i) => i < 3 || i === ids.length - 1)

/** The queries of a route: none but the widest, and besides each id under each name that takes one. */
const queriesOf = (
  path: string,
  query: ReadonlyArray<string>,
  ids: Planted["ids"]
): ReadonlyArray<string> => {
  const wide = query.filter((name) => name in widest)
  const text = (names: ReadonlyArray<string>, more: ReadonlyArray<readonly [string, string]> = []) =>
    new URLSearchParams(
      [...names.map((n) => [n, widestOf(path, n)] as const), ...more].map(([n, v]) => [n, v])
    ).toString()
  const plain = wide.filter((name) => !alone.has(name))
  return [
    ...new Set([
      text(plain),
      text(wide),
      ...query.flatMap((name) => some(ids[name] ?? []).map((id) => text(wide, [[name, id]])))
    ])
  ]
}

const everyAnswer = Effect.fnUntraced(function* (token: string, ids: Planted["ids"]) {
  const { send } = yield* TestServer
  const asked = readings.flatMap(({ path, query }) =>
    fill(path, ids).flatMap((filled) =>
      queriesOf(path, query, ids).map((q) => ({ path, url: q === "" ? filled : `${filled}?${q}` }))
    )
  )
  return yield* Effect.forEach(
    asked,
    ({ path, url }) =>
      Effect.map(send("GET", url, { token }), ({ body, status }) => ({
        path,
        url,
        status,
        text: JSON.stringify(body)
      })),
    { concurrency: 8 }
  )
})

const stranger: ScopedWorld = {
  groups: [0],
  entities: [0, 0],
  devices: [[0, 1, 0]],
  scope: { groups: [], entities: [], devices: [] }
}

const join = Effect.fnUntraced(function* (planted: Planted) {
  const person = yield* makePerson()
  yield* addMember(person.id, planted)
  const own = { id: v7(), mark: v7(), entity: NOBODY }
  yield* plantExports(planted.project, [own], person.id, {
    entities: planted.seen.entities,
    devices: planted.scope.devices
  })
  return { own, person, token: yield* tokenFor(person, permissions) }
})

const inside = (scope: object) => ({
  trigger: { kind: "position" },
  scope,
  conditions: { type: "spatial", relation: "inside", feature_type: "zone" },
  event: { event_type: "SEEN", title: "{entity}", create_alert: true }
})

/** What the member sees, one id of each kind, and what they do not. */
const story = Effect.gen(function* () {
  const planted = yield* plant(STORY)
  const { own, token } = yield* join(planted)
  const ids = { ...planted.ids, export_id: [own.id, ...planted.ids.export_id] }
  const [herd, sub] = ids.group_id as [string, string],
    [alma] = ids.entity_id as [string],
    [collar] = ids.device_id as [string]
  return {
    project: planted.project,
    token,
    member: ids,
    alma,
    collar,
    herd,
    sub,
    visible: {
      entity_id: alma,
      device_id: collar,
      group_id: sub,
      assignment_id: ids.assignment_id[1]!,
      identity_id: ids.identity_id[0]!,
      event_id: ids.event_id[2]!,
      alert_id: ids.alert_id[2]!,
      delivery_id: ids.delivery_id[2]!,
      trace_id: ids.trace_id[2]!,
      run_id: ids.run_id[0]!,
      curation_id: ids.curation_id[2]!,
      job_id: ids.job_id[0]!,
      export_id: own.id
    },
    hidden: hiddenOf(planted)
  }
})

layer(serve(), { excludeTestServices: true, timeout: "300 seconds" })("a member with a scope", (it) => {
  it.effect.prop(
    "no response of any list, detail, map, track, stream or export contains an id outside the caller's " +
      "scope; lists hold all that is in it",
    { world: ScopedWorld },
    ({ world }) =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const planted = yield* plant(world),
          other = yield* plant(stranger)
        const { own, token } = yield* join(planted)

        // ids of the other project go into the same places
        const both = Object.fromEntries(
          Object.entries(planted.ids).map(([name, ids]) => [
            name,
            [...ids, ...other.ids[name as keyof typeof other.ids]]
          ])
        )
        const answers = yield* everyAnswer(token, { ...both, export_id: [own.id, ...both["export_id"]!] })
        const secret = [
          ...planted.hidden,
          ...Object.values(other.seen).flat(),
          ...other.hidden,
          ...Object.values(other.ids)
            .flat()
            .filter((id) => id.length === 36 && id !== COW)
        ]
        for (const { status, text, url } of answers) {
          assert.notStrictEqual(status, 500, url)
          // what was asked about may be named in the answer
          for (const id of secret)
            if (text.includes(id) && !url.includes(id))
              assert.fail(`${url} tells of ${id}: ${text.slice(0, 2000)}`)
        }

        for (const [list, expected] of Object.entries({ ...planted.seen, exports: [own.id] })) {
          const path = list === "devices" ? "/devices" : `/projects/${planted.project}/${list}`
          const { body } = yield* send(
            "GET",
            `${path}?limit=500${list === "positions" ? "&sources=all" : ""}`,
            { token }
          )
          const nameOf: (item: {
            readonly id: string
            readonly value: string
            readonly attributes: { readonly mark?: string }
          }) => string | undefined = ({ attributes, id, value }) =>
            list === "positions" ? attributes.mark : list === "measurements" ? value : id
          assert.sameMembers(body.items.map(nameOf), expected, list)
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { take } = yield* connect(
              { project: planted.project },
              "?last_event_id=0&types=event.created,alert.created,run.updated",
              undefined,
              token
            )
            const expected = [...planted.seen.events, ...planted.seen.alerts, ...planted.seen.analyses]
            // whoever sees an entity reports something of it; nothing unseen comes before
            const [entity_id] = planted.seen.entities
            const last =
              entity_id === undefined
                ? []
                : [
                    (yield* send("POST", `/projects/${planted.project}/events`, {
                      token,
                      body: { event_type: "SEEN", title: "last", entity_id }
                    })).body.id
                  ]
            assert.sameMembers(
              (yield* take(expected.length + last.length)).map((f) => String(f.data["id"])),
              [...expected, ...last]
            )
          })
        )
      }),
    { ...REPEATED, ...propertyRuns(casesOf(2)), timeout: 300_000 }
  )

  it.effect(
    "is asked for by every route that they may use, so that what is said here is said of something",
    () =>
      Effect.gen(function* () {
        const { member, token } = yield* story
        const statuses = Map.groupBy(yield* everyAnswer(token, member), (answer) => answer.path)
        // of who reported without being known nobody is told who does not see a whole project; devices are asked
        // about by those who see them by themselves
        const unseen = new Set([
          "/unknown-identities/:identity_id",
          "/projects/:project_id/devices/:device_id/explain"
        ])
        for (const [path, answers] of statuses)
          if (!unseen.has(path))
            assert.isTrue(
              answers.some(({ status }) => status === 200 || status === 403 || status === 401),
              `${path}: ${answers[0]!.text}`
            )
      })
  )

  it.effect(
    "ids outside the scope, of another project and of nobody are answered alike: the same status, the " +
      "same body but for the request's id",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { alma, collar, hidden, member, project, token, visible } = yield* story,
          other = yield* story
        const soon = new Date(Date.now() + 3_600_000).toISOString(),
          at = new Date().toISOString()
        const rule = member.rule_id[0]!
        const asked: ReadonlyArray<
          readonly [
            method: string,
            path: (id: string) => string,
            hidden: string,
            foreign: string,
            body?: (id: string) => object
          ]
        > = [
          ...["GET", "DELETE"].map(
            (method) =>
              [
                method,
                (id: string) => `/projects/${project}/entities/${id}`,
                hidden.entity_id,
                other.hidden.entity_id
              ] as const
          ),
          [
            "PATCH",
            (id) => `/projects/${project}/entities/${id}`,
            hidden.entity_id,
            other.hidden.entity_id,
            () => ({ name: "x" })
          ],
          [
            "POST",
            () => `/projects/${project}/entities`,
            hidden.group_id,
            other.hidden.group_id,
            (id) => ({ name: "x", entity_type_id: COW, group_id: id })
          ],
          [
            "PATCH",
            () => `/projects/${project}/entities/${alma}`,
            hidden.group_id,
            other.hidden.group_id,
            (id) => ({ group_id: id })
          ],
          ...["GET", "DELETE"].map(
            (method) =>
              [
                method,
                (id: string) => `/projects/${project}/groups/${id}`,
                hidden.group_id,
                other.hidden.group_id
              ] as const
          ),
          [
            "PATCH",
            (id) => `/projects/${project}/groups/${id}`,
            hidden.group_id,
            other.hidden.group_id,
            () => ({ name: "x" })
          ],
          [
            "PATCH",
            (id) => `/projects/${project}/groups/${id}`,
            hidden.group_id,
            other.hidden.group_id,
            () => ({ parent_id: hidden.group_id })
          ],
          [
            "POST",
            () => `/projects/${project}/groups`,
            hidden.group_id,
            other.hidden.group_id,
            (id) => ({ name: "x", parent_id: id })
          ],
          ...["GET", "DELETE"].map(
            (method) =>
              [
                method,
                (id: string) => `/projects/${project}/entity-assignments/${id}`,
                hidden.assignment_id,
                other.hidden.assignment_id
              ] as const
          ),
          [
            "PATCH",
            (id) => `/projects/${project}/entity-assignments/${id}`,
            hidden.assignment_id,
            other.hidden.assignment_id,
            () => ({ valid_to: at })
          ],
          [
            "POST",
            () => `/projects/${project}/entity-assignments`,
            hidden.device_id,
            other.hidden.device_id,
            (id) => ({ device_id: id, entity_id: alma, valid_from: at })
          ],
          [
            "POST",
            () => `/projects/${project}/entity-assignments`,
            hidden.entity_id,
            other.hidden.entity_id,
            (id) => ({ device_id: collar, entity_id: id, valid_from: at })
          ],
          ...["GET", "DELETE"].map(
            (method) =>
              [method, (id: string) => `/devices/${id}`, hidden.device_id, other.hidden.device_id] as const
          ),
          [
            "PATCH",
            (id) => `/devices/${id}`,
            hidden.device_id,
            other.hidden.device_id,
            () => ({ name: "x" })
          ],
          ["GET", (id) => `/devices/${id}/identities`, hidden.device_id, other.hidden.device_id],
          ["GET", (id) => `/devices/${id}/project-assignments`, hidden.device_id, other.hidden.device_id],
          [
            "GET",
            (id) => `/devices/${collar}/identities/${id}`,
            hidden.identity_id,
            other.hidden.identity_id
          ],
          [
            "POST",
            (id) => `/devices/${id}/project-assignments`,
            hidden.device_id,
            other.hidden.device_id,
            () => ({ project_id: project, valid_from: at })
          ],
          ["GET", (id) => `/projects/${project}/events/${id}`, hidden.event_id, other.hidden.event_id],
          [
            "POST",
            (id) => `/projects/${project}/events/${id}/verify`,
            hidden.event_id,
            other.hidden.event_id
          ],
          [
            "POST",
            () => `/projects/${project}/events`,
            hidden.entity_id,
            other.hidden.entity_id,
            (id) => ({ event_type: "SEEN", title: "x", entity_id: id })
          ],
          [
            "POST",
            () => `/projects/${project}/events`,
            hidden.device_id,
            other.hidden.device_id,
            (id) => ({ event_type: "SEEN", title: "x", device_id: id })
          ],
          ["GET", (id) => `/projects/${project}/alerts/${id}`, hidden.alert_id, other.hidden.alert_id],
          [
            "POST",
            (id) => `/projects/${project}/alerts/${id}/acknowledge`,
            hidden.alert_id,
            other.hidden.alert_id,
            () => ({})
          ],
          [
            "POST",
            (id) => `/projects/${project}/alerts/${id}/resolve`,
            hidden.alert_id,
            other.hidden.alert_id,
            () => ({})
          ],
          [
            "GET",
            (id) => `/projects/${project}/deliveries/${id}`,
            hidden.delivery_id,
            other.hidden.delivery_id
          ],
          ["GET", (id) => `/traces/${id}`, hidden.trace_id, other.hidden.trace_id],
          [
            "GET",
            (id) => `/projects/${project}/rules/${rule}/explain?at=${at}&entity_id=${id}`,
            hidden.entity_id,
            other.hidden.entity_id
          ],
          [
            "GET",
            (id) => `/projects/${project}/rules/${rule}/explain?at=${at}&device_id=${id}`,
            hidden.device_id,
            other.hidden.device_id
          ],
          [
            "POST",
            () => `/projects/${project}/rules/${rule}/test`,
            hidden.entity_id,
            other.hidden.entity_id,
            (id) => ({ from: at, to: soon, entity_ids: [id] })
          ],
          [
            "PUT",
            (id) => `/projects/${project}/rules/${rule}/snoozes/${id}`,
            hidden.entity_id,
            other.hidden.entity_id,
            () => ({ until: soon })
          ],
          [
            "DELETE",
            (id) => `/projects/${project}/rules/${rule}/snoozes/${id}`,
            hidden.entity_id,
            other.hidden.entity_id
          ],
          [
            "PUT",
            (id) => `/projects/${project}/rules/${rule}/snoozes/${id}`,
            hidden.device_id,
            other.hidden.device_id,
            () => ({ until: soon })
          ],
          ...(["entity", "device", "group"] as const).map(
            (kind) =>
              [
                "POST",
                () => `/projects/${project}/rules`,
                hidden[`${kind}_id`],
                other.hidden[`${kind}_id`],
                (id: string) => ({ name: "x", document: inside({ [`${kind}_ids`]: [id] }) })
              ] as const
          ),
          ["GET", (id) => `/projects/${project}/analyses/${id}`, hidden.run_id, other.hidden.run_id],
          [
            "GET",
            (id) => `/projects/${project}/curations/${id}`,
            hidden.curation_id,
            other.hidden.curation_id
          ],
          ...["", "/file"].map(
            (part) =>
              [
                "GET",
                (id: string) => `/projects/${project}/exports/${id}${part}`,
                hidden.export_id,
                other.hidden.export_id
              ] as const
          ),
          [
            "POST",
            () => `/projects/${project}/exports`,
            hidden.entity_id,
            other.hidden.entity_id,
            (id) => ({ dataset: "positions", format: "csv", from: at, to: soon, entity_ids: [id] })
          ],
          [
            "GET",
            (id) =>
              `/projects/${project}/exports/direct?dataset=positions&format=csv&from=${at}&to=${soon}&device_id=${id}`,
            hidden.device_id,
            other.hidden.device_id
          ],
          ["DELETE", (id) => `/projects/${project}/exports/${id}`, hidden.export_id, other.hidden.export_id],
          ["GET", (id) => `/devices/${collar}/jobs/${id}`, hidden.job_id, other.hidden.job_id]
        ]
        // those that remove come last: what is seen is asked for too, and is answered otherwise
        for (const [method, path, unseen, foreign, body = null] of [...asked].sort(
          (a, b) => Number(a[0] === "DELETE") - Number(b[0] === "DELETE")
        )) {
          const answerTo = (id: string) =>
            Effect.map(
              send(method, path(id), { token, ...(body === null ? {} : { body: body(id) }) }),
              ({ body, status }) => ({ status, body: { ...body, request_id: null } })
            )
          const answers = yield* Effect.forEach([unseen, foreign, NOBODY], answerTo)
          const what = `${method} ${path(":id")} ${JSON.stringify(body?.(":id") ?? null)}`
          const kind = Object.keys(hidden).find(
            (key) => hidden[key as keyof typeof hidden] === unseen
          ) as keyof typeof hidden
          if (!what.includes("device_id=") && !(what.includes("snoozes") && kind === "device_id"))
            assert.notDeepEqual(yield* answerTo(visible[kind]), answers[2], what)
          assert.include([404, 422], answers[2]!.status, `${what}: ${JSON.stringify(answers[2])}`)
          assert.deepStrictEqual(answers[0], answers[2], what)
          assert.deepStrictEqual(answers[1], answers[2], what)
        }
      })
  )

  it.effect("puts entities and groups into the groups of the scope, and nowhere else", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { alma, herd, token, project, sub } = yield* story
      const make = (group: object) =>
        send("POST", `/projects/${project}/entities`, {
          token,
          body: { name: "New", entity_type_id: COW, ...group }
        })
      for (const group of [{}, { group_id: null }])
        assert.deepInclude((yield* make(group)).body, {
          status: 422,
          errors: [{ pointer: "/group_id", code: "OUTSIDE_SCOPE", detail: "Choose a group of your scope." }]
        })
      for (const group_id of [herd, sub]) {
        const made = yield* make({ group_id })
        assert.strictEqual(made.status, 201)
        assert.strictEqual(
          (yield* send("GET", `/projects/${project}/entities/${made.body.id}`, { token })).status,
          200
        )
      }
      const change = (body: object) =>
        Effect.map(
          send("PATCH", `/projects/${project}/entities/${alma}`, { token, body }),
          (answer) => answer.status
        )
      assert.deepStrictEqual(
        yield* Effect.forEach(
          [{ name: "Alma" }, { group_id: herd }, { group_id: herd, name: "A" }, { group_id: null }],
          change
        ),
        [200, 200, 200, 422]
      )
      const group = (body: object) =>
        Effect.map(
          send("POST", `/projects/${project}/groups`, { token, body: { name: "New", ...body } }),
          (answer) => answer.status
        )
      assert.deepStrictEqual(yield* Effect.forEach([{}, { parent_id: sub }], group), [422, 201])
      const move = (id: string, parent_id: string | null) =>
        Effect.map(
          send("PATCH", `/projects/${project}/groups/${id}`, { token, body: { parent_id } }),
          (answer) => answer.status
        )
      assert.deepStrictEqual([yield* move(sub, null), yield* move(sub, herd)], [422, 200])
    })
  )

  it.effect("reports events of what they see, at a time when they saw it", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { alma, collar, token, project } = yield* story
      const report = (body: object) =>
        Effect.map(
          send("POST", `/projects/${project}/events`, {
            token,
            body: { event_type: "SEEN", title: "x", ...body }
          }),
          ({ body, status }) => [status, body.errors?.[0]?.pointer ?? body.entity_id]
        )
      assert.deepStrictEqual(yield* report({ entity_id: alma }), [201, alma])
      assert.deepStrictEqual(yield* report({ device_id: collar }), [201, alma])
      // it was on another one then
      assert.deepStrictEqual(
        yield* report({ device_id: collar, time: new Date(Date.now() - 2.5 * 86_400_000).toISOString() }),
        [422, "/device_id"]
      )
      assert.deepStrictEqual(yield* report({}), [422, "/entity_id"])
    })
  )

  it.effect(
    "reads of a rule what it says of their subjects, and does not replace a document that names others",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { alma, collar, herd, member, token, project, sub } = yield* story
        const [everybody, named] = member.rule_id as [string, string]
        const read = (id: string, token?: string) =>
          Effect.map(
            send("GET", `/projects/${project}/rules/${id}`, token === undefined ? {} : { token }),
            (answer) => answer.body
          )
        assert.strictEqual((yield* read(everybody)).active_count, 6)
        assert.strictEqual((yield* read(everybody, token)).active_count, 1)
        assert.deepStrictEqual((yield* read(named, token)).document.scope, {
          entity_ids: [alma],
          device_ids: [collar],
          group_ids: [herd, sub]
        })
        const {
          body: {
            items: [version]
          }
        } = yield* send("GET", `/projects/${project}/rules/${named}/versions`, { token })
        assert.deepStrictEqual(version.document.scope.entity_ids, [alma])
        assert.lengthOf((yield* read(named)).document.scope.entity_ids, 3)
        const save = (id: string) =>
          send("PUT", `/projects/${project}/rules/${id}/document`, {
            token,
            body: { document: inside({ entity_ids: [alma] }) }
          })
        assert.deepInclude((yield* save(named)).body.errors[0], {
          pointer: "/document/scope",
          code: "OUTSIDE_SCOPE"
        })
        assert.deepInclude((yield* save(everybody)).body.errors[0], {
          pointer: "/document/scope",
          code: "OUTSIDE_SCOPE"
        })
        const {
          body: { items }
        } = yield* send("GET", `/projects/${project}/rules/${everybody}/state`, { token })
        assert.deepStrictEqual(
          items.map((s: { readonly entity_id: string }) => s.entity_id),
          [alma]
        )
      })
  )

  it.effect("tests rules on their subjects alone", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { alma, token, project } = yield* story
      const moved = {
        trigger: { kind: "position" },
        scope: {},
        conditions: { type: "threshold", metric: "speed_mps", op: ">=", value: 0 },
        event: { event_type: "MOVED", title: "{entity}" }
      }
      const sql = yield* SqlClient.SqlClient
      yield* sql`update positions set speed_mps = 1 where project_id = ${project}::uuid`
      const test = (token?: string) =>
        Effect.map(
          send("POST", `/projects/${project}/rules/test-document`, {
            ...(token === undefined ? {} : { token }),
            body: {
              document: moved,
              from: new Date(Date.now() - 4 * 86_400_000).toISOString(),
              to: new Date().toISOString()
            }
          }),
          ({ body }) => [
            body.rows_read,
            ...new Set(
              body.events.map(
                (e: { readonly subject: { readonly entity_id: string } }) => e.subject.entity_id
              )
            )
          ]
        )
      const [rows, ...subjects] = yield* test()
      assert.isAbove(rows as number, 2)
      assert.isAbove(subjects.length, 1)
      assert.deepStrictEqual(yield* test(token), [2, alma])
    })
  )

  it.effect("follows live the positions of what they see", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { alma, collar, hidden, token, project } = yield* story
        const reader = yield* connect({ project }, "?types=position.updated", undefined, token),
          everybody = yield* connect({ project }, "?types=position.updated")
        const began = Date.now()
        const fix = (entityId: string, deviceId: string, lon: number) => ({
          _tag: "Position" as const,
          subject: { id: entityId, projectId: project, deviceId, entityId },
          at: began + Math.abs(lon) * 1000,
          receivedAt: Date.now(),
          recordId: 0,
          recordType: "gnss" as const,
          lon,
          lat: 1,
          altitudeM: null,
          speedMps: null,
          accuracyM: null
        })
        const known = yield* Effect.forkScoped(everybody.take(4)),
          heard = yield* Effect.forkScoped(reader.take(2))
        let n = 0
        while (known.pollUnsafe() === undefined || heard.pollUnsafe() === undefined)
          yield* ingestRecords([
            fix(hidden.entity_id, hidden.device_id, ++n / 1000),
            fix(alma, collar, -n / 1000)
          ])
        assert.sameMembers(
          [...new Set((yield* Fiber.join(known)).map((f) => f.data["entity_id"]))],
          [hidden.entity_id, alma]
        )
        assert.deepStrictEqual(
          (yield* Fiber.join(heard)).map((f) => f.data["entity_id"]),
          [alma, alma]
        )
      })
    )
  )
})
