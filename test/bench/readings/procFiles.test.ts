import { assert, describe, it } from "@effect/vitest"
import { parseStat, roleOfProcess, threadsByKind } from "./procFiles.ts"

describe("parseStat", () => {
  const fieldsAfterName =
    "S 41 42 42 0 -1 4194304 900 800 0 0 250 50 700 100 20 0 12 0 5000 1000000 200 18446744073709551615"

  it("returns the parent and the seconds of a process, of its own and of its children that have ended", () => {
    assert.deepStrictEqual(parseStat(`42 (node) ${fieldsAfterName}\n`), { parent: 41, own: 3, dead: 8 })
  })

  it("passes over spaces and brackets in the name", () => {
    assert.deepStrictEqual(parseStat(`42 (a (b) c) ${fieldsAfterName}`), { parent: 41, own: 3, dead: 8 })
  })
})

describe("threadsByKind", () => {
  const threads = [
    { id: 110, name: "WorkerThread" },
    { id: 9, name: "MainThread" },
    { id: 10, name: "DelayedTaskSche" },
    { id: 12, name: "V8Worker" },
    { id: 11, name: "V8Worker" },
    { id: 20, name: "libuv-worker" },
    { id: 21, name: "WorkerThread" }
  ]

  it("takes the first worker thread for the engine's where none is named", () => {
    assert.deepStrictEqual(threadsByKind(9, threads), {
      main: [9],
      engine: [21],
      v8: [11, 12],
      libuv: [20],
      other: [10, 110]
    })
  })

  it("takes the thread named engine, also where a worker thread was there before it", () => {
    const { engine, other } = threadsByKind(9, [...threads, { id: 200, name: "engine" }])
    assert.deepStrictEqual({ engine, other }, { engine: [200], other: [10, 21, 110] })
  })

  it("finds no engine in a process without worker threads", () => {
    assert.deepStrictEqual(threadsByKind(9, threads.slice(1, 2)).engine, [])
  })
})

describe("roleOfProcess", () => {
  it("tells connections of ingest, of the engine and of others by their user", () => {
    const roles = [
      "postgres: pugmark_ingest_bsw06yv26m94 pugmark [local] idle",
      "postgres: pugmark_engine_bsw06yv26m94 pugmark 127.0.0.1(54321) COMMIT",
      "postgres: pugmark_engine pugmark ::1(54321) idle in transaction",
      "postgres: pugmark_work_bsw06yv26m94 pugmark [local] idle\0\0\0",
      "postgres: pugmark pugmark [local] SELECT"
    ].map(roleOfProcess)
    assert.deepStrictEqual(roles, ["ingest", "engine", "engine", "others", "others"])
  })

  it("tells processes without a connection", () => {
    for (const title of [
      "postgres: io worker 0",
      "postgres: checkpointer ",
      "postgres: autovacuum worker pugmark",
      ""
    ])
      assert.strictEqual(roleOfProcess(title), "background", title)
  })
})
