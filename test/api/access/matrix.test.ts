// Who is answered what: every route of the contract times everybody who may ask. A route that is added is
// asked too, and one that nobody has a sample for fails.
import { assert, layer } from "@effect/vitest"
import { Cause, Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  wholeProjectPermissions,
  type Permission,
  permissions
} from "../../../src/domain/access/Permission.ts"
import { tokenFor } from "../../support/http/people.ts"
import { isPermission, isStreamed, ofSubjects, type Route, routes } from "../../support/http/routes.ts"
import {
  type Asked,
  askAsOwner,
  askWith,
  makeProgram,
  makeStage,
  sampleOf,
  type Stage
} from "../../support/http/samples.ts"
import { addMember } from "../../support/http/scopedWorld.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"
import { COW, expectStatus, makeProject, makeSource, NOBODY } from "../../support/http/tracking.ts"

/** Everybody who asks, by their token. */
class Cast extends Context.Service<
  Cast,
  {
    readonly stage: Stage
    /** admin of the project, with the story's scope: nothing that is asked for is in it */
    readonly outOfScope: string
    /** another project with everything in it, whose admin sees nothing of the first */
    readonly home: Stage
    /** admin of a third project, and the token of its data source */
    readonly elsewhere: string
    readonly sourceElsewhere: string
    /** members of the whole project whose role has every permission but the one */
    readonly lacking: ReadonlyMap<Permission, string>
    /** tokens of the owner that open nothing any more */
    readonly revoked: string
    readonly expired: string
  }
>()("test/Cast") {
  static readonly layer = Layer.effect(
    Cast,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stage = yield* makeStage
      const { person } = stage.admin
      const part = yield* makeProgram
      yield* addMember(part.person.id, stage.planted)
      const project = yield* makeProject()
      const other = yield* makeProgram
      yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
        user_id: other.person.id,
        role: "admin"
      })
      const [revoked, expired] = [
        yield* tokenFor(person, permissions, { project_ids: [stage.project] }),
        yield* tokenFor(person, permissions, { expires_at: "2099-01-01T00:00:00Z" })
      ]
      yield* sql`update api_tokens set revoked_at = now() where user_id = ${person.id}::uuid
        and project_ids is not null`
      yield* sql`update api_tokens set expires_at = now() where user_id = ${person.id}::uuid
        and expires_at is not null`
      const lacking = yield* Effect.forEach(
        permissions,
        Effect.fnUntraced(function* (permission) {
          const role = permission.replace(":", "_")
          yield* expectStatus(201, "POST", `/projects/${stage.project}/roles`, {
            key: role,
            label: `All but ${permission}`,
            permissions: permissions.filter((key) => key !== permission)
          })
          const { person, token } = yield* makeProgram
          yield* expectStatus(201, "POST", `/projects/${stage.project}/members`, { user_id: person.id, role })
          return [permission, token] as const
        })
      )
      return Cast.of({
        stage,
        home: yield* makeStage,
        outOfScope: part.token,
        elsewhere: other.token,
        sourceElsewhere: (yield* makeSource({ project_ids: [project.id] })).token,
        lacking: new Map(lacking),
        revoked,
        expired
      })
    })
  )
}

/** Names in paths of what belongs to everybody in a project, or to no project. */
const ofProjects = new Set([
  "action_id",
  "automation_id",
  "connection_id",
  "consent_id",
  "data_source_id",
  "entity_type_id",
  "feature_id",
  "import_id",
  "metric_key",
  "project_id",
  "role_key",
  "rule_id",
  "session_id",
  "token",
  "token_id",
  "user_id",
  "version"
])

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The same request about what nobody has; `kept` are ids that stay. */
const aboutNobody = (asked: Asked, kept: ReadonlySet<string>): Asked =>
  JSON.parse(JSON.stringify(asked).replaceAll(ID, (id) => (kept.has(id) || id === COW ? id : NOBODY)))

/**
 * An answer as it went out, but for the id of the request, and with nobody's id in place of those that were
 * asked about.
 */
const textOf = ({ body, headers, status }: Answer, asked?: Asked) => {
  const said = [headers.get("content-type"), headers.get("www-authenticate")].join(" ")
  const text = `${status} ${said} ${JSON.stringify({ ...body, request_id: "" })}`
  const question = JSON.stringify(asked ?? null)
  return text.replaceAll(ID, (id) => (question.includes(id) ? NOBODY : id))
}

const isGood = ({ status }: Answer) => status >= 200 && status < 300

/** No text of `secrets` is in the answer, unless it was in the question. */
const assertSilent = (answer: Answer, asked: Asked, secrets: ReadonlyArray<string>) => {
  const [text, question] = [JSON.stringify(answer.body), JSON.stringify(asked)]
  for (const secret of secrets)
    if (text.includes(secret) && !question.includes(secret))
      assert.fail(`tells of ${secret}: ${text.slice(0, 1000)}`)
}

const sharedIds = ({ phones, planted: { ids }, project, source }: Stage, asked: Asked): ReadonlySet<string> =>
  new Set([
    project,
    source.id,
    phones.id,
    ...["data_source_id", "rule_id", "feature_id", "automation_id"].flatMap((name) => ids[name]!),
    ...Object.entries(asked.params).flatMap(([name, id]) => (ofProjects.has(name) ? [id] : []))
  ])

/**
 * Sends a request with a token, wherever the route takes it: those that phones send to have it in the
 * address.
 */
const ask = (token: string | null, route: Route, asked: Asked) =>
  askWith(token)(
    route,
    "token" in asked.params ? { ...asked, params: { ...asked.params, token: token ?? "none" } } : asked
  )

type Expect = (route: Route) => Effect.Effect<void, never, Cast | TestServer | SqlClient.SqlClient>

const refuses = (answer: Answer, status: number, permission?: string) =>
  assert.deepInclude(answer.body, permission === undefined ? { status } : { status, permission })

/** 401 in one wording, whatever is asked about. */
const opensNothing = (pick: (cast: Cast["Service"]) => string | null): Expect =>
  Effect.fnUntraced(function* (route) {
    const cast = yield* Cast
    const token = pick(cast)
    if (route.need === "nothing") return
    const asked = yield* sampleOf(route, cast.stage)
    const answer = yield* ask(token, route, asked)
    refuses(answer, 401)
    assert.strictEqual(
      textOf(answer),
      textOf(yield* ask(token === null ? null : "pug_never", route, aboutNobody(asked, new Set())))
    )
  })

const withoutThePermission: Expect = Effect.fnUntraced(function* (route) {
  const { lacking, stage } = yield* Cast
  const { need } = route
  if (need === "nothing" || need === "known_caller" || need === "source_token") return
  const token = isPermission(need) ? lacking.get(need)! : stage.admin.token
  const asked = yield* sampleOf(route, stage)
  const answer = yield* ask(token, route, asked)
  refuses(answer, 403, need)
  const kept = new Set("project_id" in asked.params ? [asked.params["project_id"]] : [])
  assert.strictEqual(
    textOf(answer),
    textOf(yield* ask(token, route, aboutNobody(asked, kept))),
    "says nothing of what there is"
  )
})

const elsewhere: Expect = Effect.fnUntraced(function* (route) {
  const { elsewhere, sourceElsewhere, stage } = yield* Cast
  const { names, need } = route
  if (need === "nothing") return
  const token = need === "source_token" ? sourceElsewhere : elsewhere
  const asked = yield* sampleOf(route, stage),
    nobody = aboutNobody(asked, new Set())
  const answer = yield* ask(token, route, asked)
  if (need === "source_token") refuses(answer, 401)
  else if (!("project_id" in asked.params) && !isPermission(need) && need !== "known_caller")
    return refuses(answer, 403, need)
  else if (isPermission(need) && names.length > 0) assert.strictEqual(answer.status, 404, textOf(answer))
  assertSilent(answer, asked, [
    stage.project,
    ...stage.planted.hidden,
    ...Object.values(stage.planted.seen).flat()
  ])
  if (JSON.stringify(nobody) !== JSON.stringify(asked))
    return assert.strictEqual(textOf(answer, asked), textOf(yield* ask(token, route, nobody)))
  assert.isTrue(isGood(answer), textOf(answer))
})

/** The ids in a request but for the project of its path, and for users, who belong to no project. */
const placesOf = ({ body, params, query }: Asked): ReadonlyArray<string> =>
  [
    ...new Set(
      JSON.stringify([{ ...params, project_id: "" }, query, body], (name, value: unknown) =>
        name === "user_id" ? "" : value
      ).match(ID) ?? []
    )
  ].filter((id) => id !== COW)

/**
 * What is theirs, with one id in it after the other that belongs to others; each is answered like one that
 * belongs to nobody.
 */
const aboutOthers: Expect = Effect.fnUntraced(function* (route) {
  const { home, stage } = yield* Cast
  if (!isPermission(route.need)) return
  const theirs = placesOf(yield* sampleOf(route, stage))
  for (const i of theirs.keys()) {
    const answerTo = Effect.fnUntraced(function* (id: string) {
      const mine = yield* sampleOf(route, home)
      const asked: Asked = JSON.parse(JSON.stringify(mine).replaceAll(placesOf(mine)[i]!, id))
      const answer = yield* ask(home.admin.token, route, asked)
      assertSilent(answer, asked, [
        stage.project,
        ...stage.planted.hidden,
        ...Object.values(stage.planted.seen).flat()
      ])
      return textOf(answer, asked)
    })
    assert.strictEqual(
      yield* answerTo(theirs[i]!),
      yield* answerTo(NOBODY),
      `${theirs[i]} in ${JSON.stringify(yield* sampleOf(route, stage))}`
    )
  }
})

const outOfScope: Expect = Effect.fnUntraced(function* (route) {
  const { outOfScope: token, stage } = yield* Cast
  const { names, need } = route
  if (need === "nothing") return
  const asked = yield* sampleOf(route, stage)
  const answer = yield* ask(token, route, asked)
  if (need === "source_token") return refuses(answer, 401)
  if (
    need === "server_admin" ||
    need === "account" ||
    (isPermission(need) && wholeProjectPermissions.has(need))
  )
    return refuses(answer, 403, need)
  assertSilent(answer, asked, stage.planted.hidden)
  const nobody = aboutNobody(asked, sharedIds(stage, asked))
  if (names.some((name) => ofSubjects.has(name))) assert.strictEqual(answer.status, 404, textOf(answer))
  if (JSON.stringify(nobody) !== JSON.stringify(asked))
    return assert.strictEqual(textOf(answer, asked), textOf(yield* ask(token, route, nobody), nobody))
  // what belongs to everybody in the project is theirs too; what they make has to lie in their scope
  assert.isTrue(isGood(answer) || answer.body.code === "OUTSIDE_SCOPE", textOf(answer))
})

const owner: Expect = Effect.fnUntraced(function* (route) {
  const { stage } = yield* Cast
  const asked = yield* sampleOf(route, stage)
  const answer = yield* askAsOwner(route, stage, asked)
  if (asked.status === undefined)
    assert.isTrue(
      isGood(answer) &&
        (isStreamed(route) || route.successes.size === 0 || route.successes.has(answer.status)),
      textOf(answer)
    )
  else refuses(answer, asked.status)
})

const columns: Readonly<Record<string, Expect>> = {
  "without credentials": opensNothing(() => null),
  "with a revoked token": opensNothing(({ revoked }) => revoked),
  "with an expired token": opensNothing(({ expired }) => expired),
  "without the permission": withoutThePermission,
  "in another project": elsewhere,
  "at home about what is elsewhere": aboutOthers,
  "outside of their scope": outOfScope,
  "as its owner": owner
}

layer(Cast.layer.pipe(Layer.provideMerge(serve())), { excludeTestServices: true, timeout: "120 seconds" })(
  "asked",
  (it) => {
    it.effect(
      "for any id, a route is about a subject, or about what belongs to a whole project: every name in a " +
        "path is known to be one of them",
      () =>
        Effect.sync(() => {
          for (const { name, names } of routes)
            for (const each of names)
              assert.isTrue(
                ofSubjects.has(each) !== ofProjects.has(each),
                `${name} names :${each} in its path: say here whose it is`
              )
        })
    )

    for (const [who, expect] of Object.entries(columns)) {
      it.effect(`${who}, every route answers as it must: foreign and unknown ids in the same words`, () =>
        Effect.gen(function* () {
          const wrong = yield* Effect.forEach(routes, (route) =>
            Effect.matchCause(expect(route), {
              onSuccess: () => [],
              onFailure: (cause) => [
                `${route.name}: ${Cause.prettyErrors(cause)
                  .map((error) => error.message)
                  .join("; ")}`
              ]
            })
          )
          assert.deepStrictEqual(wrong.flat(), [])
        })
      )
    }
  }
)
