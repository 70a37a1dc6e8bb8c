// Headers, cursors, spans of time and geometries, line by line of the corpus: each is answered as expected,
// and none is a 500.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assertExpected, assertUnhurt, badInputs, type Line } from "../../support/http/badInputs.ts"
import { listPaths } from "../../support/http/lists.ts"
import { type RawAnswer, rawRequest } from "../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { COW, expectStatus, fresh, makeEntity, makeProject, square } from "../../support/http/tracking.ts"

const AUTH = `Authorization: Bearer ${ADMIN_TOKEN}\r\n`
const get = (headers: string) =>
  `GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${AUTH}${headers}\r\n`

/** Requests that a line only names. */
const spelled: Readonly<Record<string, string>> = {
  "raw: CL CL": get("Content-Length: 1\r\nContent-Length: 2\r\n"),
  "raw: CL+TE": get("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
  "raw: X: a\\nY: b": get("X: a\nY: b\r\n")
}

const headerRequest = ({ input, name }: Line): string => {
  if (typeof input === "string") return spelled[input] ?? get(`${input}\r\n`)
  const { $gen, c, n, name: header } = input as Readonly<Record<string, unknown>>
  switch ($gen) {
    case "header":
      return get(`${String(header)}: ${String(c).repeat(Number(n))}\r\n`)
    case "headers":
      return get(Array.from({ length: Number(n) }, (_, i) => `X-${i}: a\r\n`).join(""))
    default:
      throw new Error(`nobody knows how to send "${name}"`)
  }
}

/** What a line promises besides its status. */
const headerPromises: Readonly<Record<string, (answer: RawAnswer) => void>> = {
  "X-Request-ID normal": (answer) =>
    assert.strictEqual(answer.headers.get("x-request-id"), "0b9f8d0e-1c1c-4c4c-8c8c-000000000001"),
  "X-Request-ID json": (answer) => assert.match(answer.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/),
  "X-Request-ID latin1": (answer) => assert.match(answer.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/),
  "X-Request-ID 8 KiB": (answer) => assert.match(answer.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/)
}

const operations = new Set(["Expect 100 with 10 GB", "slowloris body"])

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("header", (it) => {
  for (const line of badInputs("header").filter(({ name }) => !operations.has(name))) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const answer = yield* rawRequest((yield* TestServer).port, headerRequest(line))
        assertExpected(line, answer)
        assert.isTrue(answer.headers.has("x-request-id"))
        headerPromises[line.name]?.(answer)
        yield* assertUnhurt
      })
    )
  }

  it.effect("Expect 100 with 10 GB: refused before the body", () =>
    Effect.gen(function* () {
      const [line] = badInputs("header").filter(({ name }) => name === "Expect 100 with 10 GB")
      const { port } = yield* TestServer
      const answer = yield* rawRequest(
        port,
        `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\n${AUTH}Content-Type: ` +
          `application/json\r\nExpect: 100-continue\r\nContent-Length: 10737418240\r\n\r\n`
      )
      assertExpected(line!, answer)
      assert.notInclude(answer.text, "100 Continue")
    })
  )
})

layer(serve({ requestTimeoutMs: 800 }), { excludeTestServices: true, timeout: "60 seconds" })(
  "header, with little patience",
  (it) => {
    it.effect("slowloris body: headersTimeout/requestTimeout; other clients unaffected", () =>
      Effect.gen(function* () {
        const [line] = badInputs("header").filter(({ name }) => name === "slowloris body")
        const { port, send } = yield* TestServer
        const slow = rawRequest(
          port,
          `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\n${AUTH}Content-Type: ` +
            `application/json\r\nContent-Length: 100\r\n\r\n{`
        )
        const [answer, other] = yield* Effect.all([slow, send("GET", "/projects")], { concurrency: 2 })
        assertExpected(line!, answer)
        assert.strictEqual(other.status, 200)
      })
    )
  }
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("cursor", (it) => {
  const queryOf = ({ input }: Line): string => {
    if (typeof input === "string") return input.startsWith("limit") ? input : `cursor=${input}`
    const { c, n } = input as { readonly c: string; readonly n: number }
    return `cursor=${c.repeat(n)}`
  }

  for (const line of badInputs("cursor").filter(({ name }) => name !== "inserts while paging")) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        for (const path of yield* listPaths) {
          const answer = yield* rawRequest(
            port,
            `GET /api/v1${path}?${queryOf(line)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${AUTH}\r\n`
          )
          assertExpected(line, answer, path)
          if (answer.status === 400) assert.strictEqual(answer.body.code, "INVALID_CURSOR", path)
        }
        yield* assertUnhurt
      })
    )
  }

  it.effect("inserts while paging: every row that existed at the start appears exactly once", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const path = `/projects/${project.id}/entities`
      const old = new Set<string>()
      for (let i = 0; i < 60; i++) old.add((yield* makeEntity(project.id)).id)
      const seen: Array<string> = []
      const walk = Effect.gen(function* () {
        for (let cursor = ""; ;) {
          const page = yield* expectStatus(200, "GET", `${path}?limit=7${cursor}`)
          for (const { id } of page.items) if (old.has(id)) seen.push(id)
          if (page.next_cursor === null) return
          cursor = `&cursor=${page.next_cursor}`
        }
      })
      const sql = yield* SqlClient.SqlClient
      const crowd = Effect.forEach(
        Array.from({ length: 100 }),
        () => sql`
      insert into entities (id, project_id, entity_type_id, name)
        select gen_random_uuid(), ${project.id}::uuid, ${COW}::uuid, 'Newcomer' from generate_series(1, 10)`,
        { discard: true }
      )
      yield* Effect.all([walk, crowd], { concurrency: 2, discard: true })
      assert.deepStrictEqual(seen.toSorted(), [...old].toSorted())
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("time_range", (it) => {
  const special = new Set(["zone unknown", "half-open bounds"])

  for (const line of badInputs("time_range").filter(({ name }) => !special.has(name))) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const entity = yield* makeEntity(project.id)
        for (const read of ["positions?", `tracks?entity_id=${entity.id}&`, "events?", "traces?"]) {
          assertExpected(
            line,
            yield* send("GET", `/projects/${project.id}/${read}${String(line.input)}`),
            read
          )
        }
        yield* assertUnhurt
      })
    )
  }

  it.effect("zone unknown: refused at project save", () =>
    Effect.gen(function* () {
      const refused = yield* expectStatus(422, "POST", "/projects", {
        name: "Mars",
        timezone: "Mars/Olympus"
      })
      assert.strictEqual(refused.errors[0].pointer, "/timezone")
      const project = yield* makeProject()
      for (const timezone of ["Mars/Olympus", "+02:00", "", "UTC\0", "Europe/Berlin; drop table projects"])
        yield* expectStatus(422, "PATCH", `/projects/${project.id}`, { timezone })
    })
  )

  it.effect("half-open bounds: an event exactly at to appears in exactly one of two adjacent pages", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const path = `/projects/${project.id}/events`
      yield* expectStatus(201, "POST", path, {
        event_type: "SEEN",
        title: "At noon",
        severity: "info",
        time: "2026-05-01T12:00:00Z"
      })
      const before = yield* expectStatus(
        200,
        "GET",
        `${path}?from=2026-05-01T11:00:00Z&to=2026-05-01T12:00:00Z`
      )
      const after = yield* expectStatus(
        200,
        "GET",
        `${path}?from=2026-05-01T12:00:00Z&to=2026-05-01T13:00:00Z`
      )
      assert.deepStrictEqual([before.items.length, after.items.length], [0, 1])
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("geojson", (it) => {
  const featureOf = ({ input }: Line) => {
    const { attributes, ...geometry } = input as { readonly attributes?: object }
    return {
      feature_type: "zone",
      name: fresh("Zone"),
      geometry,
      ...(attributes === undefined ? {} : { attributes })
    }
  }

  for (const line of badInputs("geojson").filter(({ input }) => !Object.hasOwn(input as object, "$gen"))) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const path = `/projects/${project.id}/features`
        const answer = yield* send("POST", path, { body: featureOf(line) })
        assertExpected(line, answer)
        const kept = yield* expectStatus(200, "GET", path)
        assert.deepStrictEqual(kept.items, answer.status === 201 ? [answer.body] : [])
        yield* assertUnhurt
      })
    )
  }

  it.effect("1 million vertices: vertex limit (10,000)", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [line] = badInputs("geojson").filter(({ name }) => name === "1 million vertices")
      const ring = (n: number) => [
        ...Array.from({ length: n }, (_, i) => [
          Math.cos((2 * Math.PI * i) / n),
          Math.sin((2 * Math.PI * i) / n)
        ]),
        [1, 0]
      ]
      const project = yield* makeProject()
      const post = (n: number) =>
        send("POST", `/projects/${project.id}/features`, {
          body: { feature_type: "zone", name: "Round", geometry: { type: "Polygon", coordinates: [ring(n)] } }
        })
      assertExpected(line!, yield* post(1_000_000))
      assertExpected(line!, yield* post(20_000))
      assert.strictEqual((yield* post(9_000)).status, 201)
      yield* assertUnhurt
    })
  )

  it.effect("2000 overlapping zones: all kept", () =>
    Effect.gen(function* () {
      const [line] = badInputs("geojson").filter(({ name }) => name === "2000 overlapping zones")
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const post = (geometry: unknown) =>
        send("POST", `/projects/${project.id}/features`, {
          body: { feature_type: "zone", name: "Zone", geometry }
        })
      assertExpected(line!, yield* post(square(10, 53, 1)))
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
      select gen_random_uuid(), project_id, feature_type, name, geometry, changed_at_version
        from features, generate_series(1, 1900) where project_id = ${project.id}`
      const answers = yield* Effect.forEach(
        Array.from({ length: 99 }, (_, i) => square(10 - i * 1e-5, 53 - i * 1e-5, 1)),
        post,
        { concurrency: 4 }
      )
      for (const answer of answers) assertExpected(line!, answer)
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `/projects/${project.id}/features?limit=500`)).items,
        500
      )
    })
  )
})
