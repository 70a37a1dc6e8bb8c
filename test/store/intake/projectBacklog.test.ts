// "Rows of lanes do not count towards `MAX_UNREAD_ROWS` of all, but towards a bound of their project; beyond
// it the sources that feed it get 503" (fair turns).
import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Intake } from "../../../src/intake/ports.ts"
import { makeBacklogs } from "../../../src/store/intake/Backlogs.ts"
import { appendRows, park, passTo } from "../../support/sql/lanes.ts"
import {
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makePasture,
  makeProject,
  makeSource,
  type Source
} from "../../support/sql/pasture.ts"

const at = (minute: number) => Date.UTC(2026, 5, 1, 10, minute)
const fix = (device: string, minute: number) => ({ device, time: at(minute), lon: 10, lat: 53 })

const noLanes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from project_lanes`
  yield* sql`delete from observation_log`
})

/** Parks a project in a partition with `n` rows that it has not read. */
const flood = Effect.fnUntraced(function* (project: string, partition: number, n: number) {
  const rows = yield* appendRows(partition, [project], n)
  yield* passTo(partition, rows.at(-1)!)
  yield* park({ project, partition, position: rows[0]! - 1 })
  return rows
})

const tried = Effect.fnUntraced(function* ({ id, token }: Source) {
  const entered = yield* Effect.result((yield* Intake).authenticate(id, token))
  return Result.isSuccess(entered)
    ? "open"
    : entered.failure._tag === "IntakeUnavailable"
      ? entered.failure.reason
      : "denied"
})

const until = (source: Source, wanted: string) =>
  tried(source).pipe(Effect.repeat({ until: (said) => said === wanted }), Effect.timeout("10 seconds"))

const storedOf = Effect.fnUntraced(function* (device: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`select from positions where device_id = ${device}::uuid`).length
})

layer(intakeOver({ maxUnreadRowsPerProject: 3 }), { excludeTestServices: true, timeout: "30 seconds" })(
  "a project that is too far behind",
  (it) => {
    it.effect(
      "has nothing more taken of it, while what feeds others is; and is taken again when its lane has caught up",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { project, source } = yield* makePasture("a"),
            other = yield* makePasture("b")
          const rows = yield* flood(project, 3, 4)
          yield* until(source, "project_backlog")
          assert.strictEqual((yield* Intake).authenticateFromMemory(source.id, source.token), null)
          assert.deepInclude(yield* Effect.flip((yield* Intake).checkBacklog(source.id)), {
            reason: "project_backlog",
            backlog: { projectId: project, rows: 4 }
          })
          yield* (yield* Intake).checkBacklog(other.source.id)
          assert.strictEqual(yield* tried(other.source), "open")
          assert.deepStrictEqual(yield* deliver(other.source, [fix("b", 0)]), [{ status: "accepted" }])
          yield* sql`update project_lanes set position = ${rows[0]!}::float8::int8,
            up_to = ${rows[0]!}::float8::int8`
          yield* until(source, "open")
          yield* noLanes
        })
    )

    it.effect(
      "is told apart in a source that many share: a part with a record of it is not stored at all, the others are",
      () =>
        Effect.gen(function* () {
          const source = yield* makeSource()
          const [flooding, quiet] = [yield* makeProject, yield* makeProject]
          const moved = yield* makeDevice(source, "moved"),
            calm = yield* makeDevice(source, "calm")
          yield* assignProject(moved, quiet, "2000-01-01T00:00:00Z", new Date(at(10)).toISOString())
          yield* assignProject(moved, flooding, new Date(at(10)).toISOString())
          yield* assignProject(calm, quiet)
          const alone = yield* makePasture("c")
          yield* assignProject(yield* makeDevice(alone.source, "d"), flooding)
          yield* flood(flooding, 5, 4)
          yield* flood(alone.project, 6, 4)
          yield* until(alone.source, "project_backlog") // so the lanes have been looked at
          assert.strictEqual(yield* tried(source), "open")
          const [refused, ...taken] = yield* Effect.all(
            [
              Effect.flip(deliver(source, [fix("calm", 0), fix("moved", 11)])),
              deliver(source, [fix("calm", 1)]),
              deliver(source, [fix("moved", 9)])
            ],
            { concurrency: "unbounded" }
          )
          assert.deepInclude(refused, {
            _tag: "IntakeUnavailable",
            reason: "project_backlog",
            backlog: { projectId: flooding, rows: 4 }
          })
          assert.deepStrictEqual(
            taken,
            [[{ status: "accepted" }], [{ status: "accepted" }]],
            "a record counts for the project that its device was in when it was made"
          )
          assert.deepStrictEqual([yield* storedOf(calm), yield* storedOf(moved)], [1, 1])
          yield* noLanes
        })
    )
  }
)

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })(
  "the backlog of a project",
  (it) => {
    it.effect(
      "is the rows with its entries between its lanes and the cursors of their partitions, over all of them",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [flooding, other] = [yield* makeProject, yield* makeProject]
          const { overfull, refresh } = makeBacklogs(sql, 0)
          const counted = Effect.map(refresh, () =>
            [...overfull().values()].map(({ projectId, rows }) => [projectId === flooding, rows])
          )
          assert.deepStrictEqual(yield* counted, [])
          const [first] = yield* appendRows(1, [flooding])
          yield* appendRows(1, [other], 5)
          yield* appendRows(1, null)
          const [last] = yield* appendRows(1, [other, flooding])
          yield* appendRows(1, [flooding], 9) // main has not come to these: they are of the backlog of all
          yield* passTo(1, last!)
          yield* park({ project: flooding, partition: 1, position: first! - 1 })
          assert.deepStrictEqual(yield* counted, [[true, 3]])
          const [elsewhere] = yield* appendRows(2, [flooding])
          yield* passTo(2, elsewhere!)
          yield* park({ project: flooding, partition: 2, position: 0 })
          assert.deepStrictEqual(yield* counted, [[true, 4]])
          yield* sql`update project_lanes set position = ${first!}::float8::int8,
            up_to = ${first!}::float8::int8 where partition = 1`
          // as upkeep does
          yield* sql`delete from observation_log where partition = 1 and id <= ${first!}::float8::int8`
          assert.deepStrictEqual(yield* counted, [[true, 3]])
          const [newest] = yield* appendRows(1, [flooding])
          yield* passTo(1, newest!)
          assert.deepStrictEqual(
            yield* counted,
            [[true, 13]],
            "rows that the cursor has passed meanwhile are added"
          )
          yield* sql`delete from project_lanes where partition = 1`
          assert.deepStrictEqual(yield* counted, [[true, 1]])
          yield* park({ project: flooding, partition: 1, position: newest! })
          assert.deepStrictEqual(
            yield* counted,
            [[true, 1]],
            "a lane that is opened anew begins where it was opened"
          )
          yield* noLanes
          assert.deepStrictEqual(yield* counted, [])
        })
    )

    it.effect(
      "is counted over several looks where it is long, none longer than the others, and each row once",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const project = yield* makeProject
          yield* flood(project, 9, 50_000)
          const { overfull, refresh } = makeBacklogs(sql, 0)
          const looks = yield* Effect.forEach([1, 2, 3, 4], () =>
            Effect.map(refresh, () => overfull().get(project)!.rows)
          )
          assert.deepStrictEqual(looks, [20_000, 40_000, 50_000, 50_000])
          yield* noLanes
        })
    )
  }
)
