// The live stream over HTTP: complete, in order, resumed without loss, and gone when the server goes.
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Queue, Scope, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { v7 } from "uuid"
import { frames } from "../../../../src/api/groups/tracking/live.ts"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { makeEntity } from "../../../support/http/tracking.ts"
import { ingest, makeFarm } from "../../../support/sql/farm.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { connect, streamIds, writeEvents } from "../../../support/http/stream.ts"

/** Numbers that look like chance and are the same in every run. */
const dice = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the live stream", (it) => {
  it.effect("carries each record as its GET gives it, with the entry's id", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const farm = yield* makeFarm
        const reader = yield* connect(farm, "?types=event.created,alert.created,alert.updated")
        assert.strictEqual(reader.headers.get("content-type"), "text/event-stream")
        assert.strictEqual(reader.headers.get("cache-control"), "no-store")
        assert.strictEqual(reader.headers.get("x-accel-buffering"), "no")
        const event = (yield* send("POST", `/projects/${farm.project}/events`, {
          body: { event_type: "WOLF_SEEN", title: "A wolf\nat the fence", create_alert: true }
        })).body
        const [created, raised] = yield* reader.take(2)
        yield* send("POST", `/projects/${farm.project}/alerts/${event.alert.id}/acknowledge`, {
          body: { note: "on my way" }
        })
        const [moved] = yield* reader.take(1)
        assert.deepStrictEqual(
          [created!.event, raised!.event, moved!.event],
          ["event.created", "alert.created", "alert.updated"]
        )
        assert.deepStrictEqual(created!.data, event)
        assert.deepStrictEqual(
          moved!.data,
          (yield* send("GET", `/projects/${farm.project}/alerts/${event.alert.id}`)).body
        )
        assert.deepStrictEqual(
          [created, raised, moved].map((f) => f!.id),
          yield* streamIds(farm)
        )
      })
    )
  )

  it.effect("begins with a greeting that says from where it tells, and can be resumed from", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const farm = yield* makeFarm
        const began = Date.now() - 1000
        const { hello: empty } = yield* connect(farm, "")
        assert.deepInclude(empty, { id: "0", event: "hello" })
        assert.strictEqual(empty.data["last_id"], "0")
        assert.isAtLeast(Date.parse(String(empty.data["at"])), began)
        yield* writeEvents(farm, 3)
        const ids = yield* streamIds(farm)
        const resumed = yield* connect(farm, "?types=position.updated", ids[0])
        assert.strictEqual(resumed.hello.data["last_id"], ids[0])
        assert.strictEqual((yield* connect(farm, "", "999999999999")).hello.id, ids[2])
        // what comes between the greeting and the resumption is told
        const left = yield* connect(farm, "?types=event.created")
        const { data } = left.hello
        yield* writeEvents(farm, 1)
        const back = yield* connect(farm, `?types=event.created&last_event_id=${String(data["last_id"])}`)
        const later = (yield* streamIds(farm)).slice(ids.indexOf(String(data["last_id"])) + 1)
        assert.deepStrictEqual(
          (yield* back.take(later.length)).map((f) => f.id),
          later
        )
      })
    )
  )

  it.effect("tells whatever is committed after the greeting, positions too", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const farm = yield* makeFarm
        const reader = yield* connect(farm, "?types=position.updated,event.created")
        yield* ingest(farm, [{ at: Date.now(), lon: 3 }])
        yield* writeEvents(farm, 1)
        const heard = yield* reader.take(2)
        assert.sameMembers(
          heard.map((f) => f.event),
          ["position.updated", "event.created"]
        )
      })
    )
  )

  it.effect("tells positions in batches to those who ask for it: of each subject the newest, no id", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const farm = yield* makeFarm
        const at = Date.parse("2026-05-01T12:00:00Z")
        const reader = yield* connect(farm, "?positions=batch")
        yield* ingest(farm, [
          { at: at + 1000, lon: 4.5, lat: 1, speedMps: 2, headingDeg: 271.5 },
          { at, lon: 4 }
        ])
        const [first] = yield* reader.take(1)
        const item = {
          entity_id: farm.animal,
          device_id: farm.collar,
          time: "2026-05-01T12:00:01.000Z",
          lon: 4.5,
          lat: 1,
          heading_deg: 271.5,
          speed_mps: 2,
          record_type: "gnss"
        }
        assert.deepStrictEqual(first, { id: null, event: "position.batch", data: { items: [item] } })
        yield* ingest(farm, [{ at: at + 2000, lon: 5 }])
        const [second] = yield* reader.take(1)
        assert.deepStrictEqual(second!.data["items"], [
          { ...item, time: "2026-05-01T12:00:02.000Z", lon: 5, lat: 0, heading_deg: null, speed_mps: null }
        ])
      })
    )
  )

  it.effect(
    "tells of rules and runs with their rows in the list; of what is in none any more that it is gone",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const farm = yield* makeFarm
          const path = `/projects/${farm.project}`
          const reader = yield* connect(farm, "?types=rule.updated,run.updated")
          const document = {
            trigger: { kind: "position" },
            scope: { entity_ids: [farm.animal] },
            conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 9 },
            event: { event_type: "FAST", title: "{entity} is fast" }
          }
          const { id } = (yield* send("POST", `${path}/rules`, { body: { name: "Fast", document } })).body
          const listed = Effect.map(send("GET", `${path}/rules`), ({ body }) => body.items[0])
          const [made] = yield* reader.take(1)
          assert.strictEqual(made!.event, "rule.updated")
          assert.deepStrictEqual(made!.data, yield* listed)
          yield* send("PATCH", `${path}/rules/${id}`, { body: {} })
          yield* send("PUT", `${path}/rules/${id}/document`, { body: { document } })
          yield* send("PATCH", `${path}/rules/${id}`, { body: { name: "Too fast" } })
          const [renamed] = yield* reader.take(1)
          assert.deepInclude(renamed!.data, { id, name: "Too fast" }, "what changes nothing is not told")
          assert.deepStrictEqual(renamed!.data, yield* listed)
          yield* send("DELETE", `${path}/rules/${id}`)
          const [archived] = yield* reader.take(1)
          assert.deepStrictEqual(archived!.data, { id, archived: true })

          const sql = yield* SqlClient.SqlClient
          const queue = (id: string) => sql`
            insert into analysis_runs (id, project_id, module, status, parameters, subject_ids,
              method_version)
            values (${id}::uuid, ${farm.project}::uuid, 'movement', 'queued', '{}',
              array[${farm.animal}::uuid], 'movement/3')`
          const run = v7(),
            gone = v7()
          yield* queue(run)
          const [queued] = yield* reader.take(1)
          assert.strictEqual(queued!.data["id"], run)
          assert.deepStrictEqual(queued!.data, (yield* send("GET", `${path}/analyses`)).body.items[0])
          yield* sql.withTransaction(
            Effect.andThen(queue(gone), sql`delete from analysis_runs where id = ${gone}::uuid`)
          )
          assert.deepStrictEqual((yield* reader.take(1))[0]!.data, { id: gone })
        })
      )
  )

  it.effect("tells who sees a part of the project of rules as they see them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const farm = yield* makeFarm
        const path = `/projects/${farm.project}`
        const other = yield* makeEntity(farm.project)
        const person = yield* makePerson()
        const token = yield* tokenFor(person, ["project:read"])
        yield* send("POST", `${path}/members`, {
          body: { user_id: person.id, role: "viewer", scope: { entities: [farm.animal] } }
        })
        const reader = yield* connect(farm, "?types=rule.updated", undefined, token)
        const document = {
          trigger: { kind: "position" },
          scope: { entity_ids: [farm.animal, other.id] },
          conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 9 },
          event: { event_type: "FAST", title: "{entity} is fast" }
        }
        const { body } = yield* send("POST", `${path}/rules`, { body: { name: "Fast", document } })
        const [made] = yield* reader.take(1)
        assert.deepStrictEqual(made!.data, (yield* send("GET", `${path}/rules`, { token })).body.items[0])
        assert.notInclude(JSON.stringify(made), other.id)
        yield* send("DELETE", `${path}/rules/${body.id}`)
        assert.deepStrictEqual((yield* reader.take(1))[0]!.data, { id: body.id, archived: true })
      })
    )
  )

  it.effect("gives only the types asked for, and only the project's own", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const farm = yield* makeFarm
        const other = yield* makeFarm
        const reader = yield* connect(farm, "?types=alert.created")
        yield* writeEvents(other, 3)
        yield* writeEvents(farm, 3)
        yield* send("POST", `/projects/${farm.project}/events`, {
          body: { event_type: "WOLF_SEEN", title: "x", create_alert: true }
        })
        const [first] = yield* reader.take(1)
        assert.deepStrictEqual([first!.event, first!.data["project_id"]], ["alert.created", farm.project])
        for (const query of [
          "?types=",
          "?types=event.created,",
          "?types=x",
          "?last_event_id=x",
          "?last_event_id=-1",
          "?positions=all",
          "?what=1"
        ]) {
          assert.strictEqual(
            (yield* send("GET", `/projects/${farm.project}/stream${query}`)).status,
            422,
            query
          )
        }
        assert.strictEqual(
          (yield* send("GET", `/projects/${farm.project}/stream`, { headers: { "last-event-id": "1;drop" } }))
            .status,
          422
        )
        assert.strictEqual(
          (yield* send("GET", `/projects/${farm.project}/stream`, { token: null })).status,
          401
        )
        assert.strictEqual((yield* send("GET", `/projects/${v7()}/stream`)).status, 404)
      })
    )
  )

  it.effect("is resumed after the entry named, by header or in the address", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const farm = yield* makeFarm
        yield* writeEvents(farm, 450)
        const ids = yield* streamIds(farm)
        for (const [query, header] of [
          ["?types=event.created", ids[9]],
          [`?types=event.created&last_event_id=${ids[9]}`, undefined],
          [`?types=event.created&last_event_id=${ids[400]}`, ids[9]]
        ] as const) {
          const reader = yield* connect(farm, query, header)
          assert.deepStrictEqual(
            (yield* reader.take(440)).map((f) => f.id),
            ids.slice(10),
            query
          )
        }
        const late = yield* connect(farm, "?types=event.created", "0")
        assert.deepStrictEqual(
          (yield* late.take(450)).map((f) => f.id),
          ids
        )
      })
    )
  )

  it.effect("begins anew, and says so, after an id that the project never had", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const farm = yield* makeFarm
        yield* writeEvents(farm, 3)
        const reader = yield* connect(farm, "?types=event.created", "999999999999")
        const [reset] = yield* reader.take(1)
        assert.deepStrictEqual(reset, { event: "reset", id: (yield* streamIds(farm))[2]!, data: {} })
        yield* writeEvents(farm, 1)
        assert.strictEqual((yield* reader.take(1))[0]!.event, "event.created")
      })
    )
  )

  it.effect(
    "shows every entry exactly once, in order, to readers that come and go while 500 are written",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const farm = yield* makeFarm
          const noise = yield* makeFarm
          const chance = dice(7)
          const sizes = Array.from({ length: 100 }, () => 1 + Math.floor(chance() * 9))
          const total = 500
          for (let sum = 0, i = 0; i < sizes.length; sum += sizes[i]!, i++)
            sizes[i] = i === 99 ? total - sum : Math.min(sizes[i]!, total - sum - (99 - i))
          const writer = Effect.forEach(
            sizes,
            (size, i) =>
              Effect.andThen(writeEvents(farm, size), i % 5 === 0 ? writeEvents(noise, 2) : Effect.void),
            { concurrency: 3, discard: true }
          )
          const reading = (seed: number) =>
            Effect.gen(function* () {
              const roll = dice(seed)
              const seen: Array<string> = []
              let visits = 0
              while (seen.length < total) {
                const frames = yield* Effect.scoped(
                  Effect.gen(function* () {
                    const reader = yield* connect(farm, "?types=event.created", seen.at(-1) ?? "0")
                    return yield* reader.take(Math.min(total - seen.length, 1 + Math.floor(roll() * 40)))
                  })
                )
                seen.push(...frames.map((f) => f.id!))
                visits++
              }
              return { seen, visits }
            })
          const readers = yield* Effect.forEach([11, 12, 13, 14], (seed) => Effect.forkScoped(reading(seed)))
          const steady = yield* connect(farm, "?types=event.created", "0")
          yield* writer
          const ids = yield* streamIds(farm)
          assert.lengthOf(ids, total)
          for (const reader of readers) {
            const { seen, visits } = yield* Fiber.join(reader)
            assert.deepStrictEqual(seen, ids)
            assert.isAbove(visits, 10)
          }
          assert.deepStrictEqual(
            (yield* steady.take(total)).map((f) => f.id),
            ids
          )
        })
      )
  )

  it.effect("tells the newest position of each subject, without an id", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const farm = yield* makeFarm
        const other = yield* makeFarm
        const start = Date.parse("2026-05-01T12:00:00Z")
        yield* ingest(farm, [{ at: start, lon: 89 }])
        const reader = yield* connect(farm, "?types=position.updated")
        const all = yield* connect(farm, "")
        /** three fixes, the newest in the middle */
        const batch = (n: number) =>
          ingest(farm, [
            { at: start + n * 60_000, lon: n / 10 },
            { at: start + n * 60_000 + 1000, lon: n / 10 + 0.05, speedMps: 2, headingDeg: 90 },
            { at: start + n * 60_000 - 1000, lon: -n / 10 }
          ])
        const newest = (n: number) => ({ type: "Point", coordinates: [n / 10 + 0.05, 0] })

        // on a busy machine it may still hear of the fix before it
        const next = Effect.repeat(reader.take(1), {
          until: ([one]) => Date.parse(String(one?.data["time"])) !== start
        })
        const heard = yield* Effect.forkScoped(next)
        let n = 0
        while (heard.pollUnsafe() === undefined) {
          yield* ingest(other, [{ at: start + n, lon: 50 }])
          yield* batch(++n)
        }
        const [first] = yield* Fiber.join(heard)
        assert.deepInclude(first, { id: null, event: "position.updated" })
        assert.deepInclude(first!.data, {
          project_id: farm.project,
          entity_id: farm.animal,
          device_id: farm.collar,
          record_type: "gnss",
          altitude_m: null,
          speed_mps: 2,
          heading_deg: 90
        })
        yield* batch(n + 1)
        yield* batch(n + 2)
        const [second] = yield* reader.take(1)
        assert.deepStrictEqual(
          second!.data["geometry"],
          newest(n + 2),
          "what comes within a second is told together, the newest by its own time"
        )
        assert.strictEqual((yield* all.take(1))[0]!.event, "position.updated")
      })
    )
  )
})

describe("the live stream", () => {
  it.live(
    "ends when the server stops, so that stopping takes no time",
    () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(serve(), scope)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const farm = yield* makeFarm
            const readers = yield* Effect.forEach([1, 2, 3], () => connect(farm, ""))
            yield* writeEvents(farm, 1)
            for (const reader of readers) assert.lengthOf(yield* reader.take(1), 1)
            const started = performance.now()
            yield* Scope.close(scope, Exit.void)
            assert.isBelow(performance.now() - started, 2500)
            for (const reader of readers) assert.deepStrictEqual(yield* reader.take(1), [])
          })
        ).pipe(Effect.provideContext(context))
      }),
    30_000
  )

  it.effect("says that it is alive at once and every 15 seconds", () =>
    Effect.gen(function* () {
      const heard = yield* Queue.unbounded<string>()
      const stop = yield* Deferred.make<void>()
      const told = yield* Effect.forkChild(
        Stream.runForEach(frames(Stream.never, Deferred.await(stop)), (frame) => Queue.offer(heard, frame))
      )
      assert.deepStrictEqual(yield* Queue.takeN(heard, 2), ["retry: 3000\n\n", ": alive\n\n"])
      for (let beat = 0; beat < 3; beat++) {
        yield* TestClock.adjust("14999 millis")
        assert.strictEqual(yield* Queue.size(heard), 0)
        yield* TestClock.adjust("1 milli")
        assert.strictEqual(yield* Queue.take(heard), ": alive\n\n")
      }
      yield* Deferred.succeed(stop, undefined)
      yield* Fiber.join(told)
    })
  )

  it.effect("says so by an event where positions come in batches: a page hears no comments", () =>
    Effect.gen(function* () {
      const heard = yield* Queue.unbounded<string>()
      const told = yield* Effect.forkChild(
        Stream.runForEach(frames(Stream.never, Effect.never, "batch"), (frame) => Queue.offer(heard, frame))
      )
      // `hello` is the first event
      assert.deepStrictEqual(yield* Queue.takeN(heard, 2), ["retry: 3000\n\n", ": alive\n\n"])
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual(yield* Queue.take(heard), "event: alive\ndata: {}\n\n")
      yield* Fiber.interrupt(told)
    })
  )
})
