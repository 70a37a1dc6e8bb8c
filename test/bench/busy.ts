// What is measured on one busy server: everything that is sent in batches, and what happens beside it.
import { Console, Effect } from "effect"
import { attack, attackLines } from "./attack.ts"
import { Client } from "./Client.ts"
import type { Sql } from "./Database.ts"
import { isolation } from "./isolation.ts"
import { batches, latency, memory, singleFixes, singles, type Throughput, throughput } from "./measures.ts"
import { seconds, wants } from "./options.ts"
import { calmLines, eventCostLines, pipelineLines, singleLines } from "./pipelineLines.ts"
import { raw, type RawRun, type RawWay } from "./raw/raw.ts"
import { rawLines } from "./raw/rawLines.ts"
import type { Line } from "./report.ts"
import type { Server } from "./Server.ts"
import { setUp } from "./setUp.ts"
import { makeWorld } from "./World.ts"

/** Raw and pipeline take turns, so that both meet the machine in the same mood. */
const ROUNDS = 2
const FENCES = 1000
const FEW_FENCES = 10
const BATCH = 500

const say = (text: string) => Console.error(`... ${text}`)
const mean = (list: ReadonlyArray<number>) => list.reduce((sum, x) => sum + x, 0) / list.length

/** The measures that share a project of a thousand subjects, on one server. */
export const busy = (server: Server, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const client = new Client(server)
    const lines: Array<Line> = []
    yield* say(`setting up ${FENCES} fences, 50 rules, 1,000 subjects`)
    const project = yield* setUp(client, "bench", makeWorld(FENCES))
    const sender = yield* batches(server, project, FENCES, 10)
    const raws: Record<RawWay, Array<RawRun>> = { unnest: [], copy: [] }
    const runs: Array<Throughput> = [],
      calm: Array<Throughput> = [],
      few: Array<Throughput> = []
    const calmProject = wants("calm") ? yield* setUp(client, "calm", makeWorld(FENCES), "calm") : null
    const calmSender = calmProject === null ? null : yield* batches(server, calmProject, FENCES, 10)
    const small = wants("fences") ? yield* setUp(client, "few", makeWorld(FEW_FENCES)) : null
    const smallSender = small === null ? null : yield* batches(server, small, FEW_FENCES, 10)

    for (let round = 1; round <= ROUNDS; round++) {
      yield* say(`round ${round} of ${ROUNDS}`)
      if (wants("raw"))
        for (const way of ["unnest", "copy"] as const)
          raws[way].push(yield* raw(server, sql, way, { batch: BATCH, seconds }))
      if (wants("pipeline", "fences")) runs.push(yield* throughput(server, sql, project, sender, { seconds }))
      if (calmProject !== null && calmSender !== null)
        calm.push(yield* throughput(server, sql, calmProject, calmSender, { seconds }))
      if (small !== null && smallSender !== null)
        few.push(yield* throughput(server, sql, small, smallSender, { seconds }))
    }
    for (const way of ["unnest", "copy"] as const)
      if (raws[way].length > 0) lines.push(...rawLines(way, BATCH, raws[way]))
    const rates = (way: RawWay) => raws[way].map(({ rate }) => rate)
    if (runs.length > 0)
      lines.push(...pipelineLines(runs, { unnest: rates("unnest"), copy: rates("copy") }), {
        key: "memory",
        label: "  memory of the server",
        value: (yield* memory(server)) / 1e6,
        unit: "MB"
      })
    if (calm.length > 0) lines.push(...calmLines(calm))
    if (calm.length > 0 && runs.length > 0) lines.push(...eventCostLines(runs, calm))
    if (few.length > 0) {
      lines.push(
        {
          key: "few_fences",
          label: `the same with ${FEW_FENCES} fences`,
          value: mean(few.map((r) => r.rate)),
          unit: "positions/s"
        },
        {
          key: "fences_ratio",
          label: `  cost of ${FENCES} fences against ${FEW_FENCES}`,
          value: mean(few.map((r) => r.rate)) / mean(runs.map((r) => r.rate)),
          unit: "times",
          digits: 2,
          target: { below: 1.2 }
        }
      )
    }
    if (wants("half")) {
      yield* say("half load")
      const half = yield* latency(
        server,
        sql,
        project,
        sender,
        runs.length > 0 ? mean(runs.map((r) => r.rate)) / 2 : 12_500,
        seconds
      )
      lines.push(
        { key: "half_rate", label: "half load", value: half.rate, unit: "positions/s" },
        {
          key: "half_events",
          label: "  events heard over the live stream",
          value: half.delays.length,
          unit: ""
        },
        { key: "half_p50", label: "  from record to event, p50", value: half.p50, unit: "ms" },
        {
          key: "half_p99",
          label: "  from record to event, p99",
          value: half.p99,
          unit: "ms",
          target: { below: 250 }
        }
      )
    }
    if (wants("isolation")) {
      yield* say("analyses beside it")
      const { alone, beside, runs } = yield* isolation(server, client, sql, project, sender, 6000, seconds)
      lines.push(
        {
          key: "isolation_alone",
          label: "from record to event at 6,000 positions/s, p99",
          value: alone,
          unit: "ms"
        },
        {
          key: "isolation_beside",
          label: "  with an analysis of 500,000 fixes going on",
          value: beside,
          unit: "ms"
        },
        {
          key: "isolation_ratio",
          label: "  of it alone",
          value: beside / alone,
          unit: "times",
          digits: 2,
          target: { below: 1.1 }
        },
        { key: "isolation_runs", label: "  analyses begun meanwhile", value: runs, unit: "" }
      )
    }
    if (wants("attack")) {
      yield* say("logins under attack beside it")
      lines.push(...attackLines(yield* attack(server, sql, project, sender, 6000, seconds)))
    }
    // last: its fixes are newer than any that the sender above would go on with
    if (wants("single")) {
      yield* say("single fixes")
      lines.push(
        ...singleLines(yield* singles(server, sql, yield* singleFixes(server, project, FENCES), { seconds }))
      )
    }
    return lines
  }).pipe(Effect.scoped)
