// The movement analysis: how long and how large, how it grows, what one penned animal costs; and numpy with
// scikit-learn at the same work on the same fixes, where a Python that has them is installed.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MovementJob } from "../../src/domain/analysis/modules/movement.ts"
import { penned, roaming } from "./Herd.ts"
import type { Line } from "./report.ts"

interface Taken {
  readonly seconds: number
  readonly processor: number
  readonly peakMb: number
}

const run = (...given: ReadonlyArray<string | number>): Taken =>
  JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, "movementRun.ts"), ...given.map(String)], {
      encoding: "utf8"
    })
  ) as Taken // its own line

interface Peer {
  readonly seconds: number
  readonly dbscan: number
  readonly peakMb: number
}

/** What the others may take: neighbour lists grow with the square of the fixes in a pen. */
const PEER_MB = 2000

/** null: no such Python here, or not enough memory for it. */
const peer = (job: MovementJob): Peer | null => {
  const directory = mkdtempSync(join(tmpdir(), "pugmark-bench-"))
  try {
    const write = (name: string, columns: ReadonlyArray<Float64Array>) =>
      writeFileSync(
        join(directory, name),
        Buffer.concat(columns.map((c) => Buffer.from(c.buffer, c.byteOffset, c.byteLength)))
      )
    for (const name of ["time", "lon", "lat"] as const)
      write(
        name,
        job.tracks.map((t) => t[name])
      )
    write(
      "subject",
      job.tracks.map((t) => new Float64Array(t.time.length).fill(t.subject))
    )
    const { status, stdout } = spawnSync(
      "/usr/bin/python3",
      [join(import.meta.dirname, "movement.py"), directory, String(PEER_MB)],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }
    )
    return status === 0 ? (JSON.parse(stdout) as Peer) : null
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const ANIMALS = 25

export const movementLines = (): ReadonlyArray<Line> => {
  const small = run("roaming", ANIMALS, 2000),
    large = run("roaming", ANIMALS, 20_000),
    still = run("penned", 1, 200_000)
  const others = peer(roaming(ANIMALS, 20_000)),
    othersStill = others === null ? null : peer(penned(200_000))
  return [
    {
      key: "movement",
      label: "movement analysis of 500,000 fixes, 25 animals, all methods, one thread",
      value: large.seconds,
      unit: "s",
      digits: 2,
      target: { below: 5 }
    },
    {
      key: "movement_processor",
      label: "  processor time, garbage collection beside included",
      value: large.processor,
      unit: "s",
      digits: 2
    },
    {
      key: "movement_memory",
      label: "  peak memory of its process",
      value: large.peakMb,
      unit: "MB",
      target: { below: 400 }
    },
    {
      key: "movement_growth",
      label: "  from 50,000 fixes to 500,000",
      value: large.processor / small.processor,
      unit: "times",
      digits: 1,
      target: { below: 12 }
    },
    {
      key: "movement_penned",
      label: "200,000 fixes of one penned animal",
      value: still.seconds,
      unit: "s",
      digits: 2
    },
    {
      key: "movement_penned_memory",
      label: "  peak memory of its process",
      value: still.peakMb,
      unit: "MB",
      target: { below: 400 }
    },
    ...(others === null
      ? []
      : [
          {
            key: "movement_numpy",
            label: "numpy, scipy and scikit-learn at the 500,000",
            value: others.seconds,
            unit: "s",
            digits: 2
          },
          { key: "movement_sklearn", label: "  of this DBSCAN", value: others.dbscan, unit: "s", digits: 2 },
          { key: "movement_numpy_memory", label: "  peak memory", value: others.peakMb, unit: "MB" },
          othersStill === null
            ? {
                key: "movement_numpy_penned_memory",
                label: "  at the penned animal it needs more than",
                value: PEER_MB,
                unit: "MB"
              }
            : {
                key: "movement_numpy_penned",
                label: "  at the penned animal",
                value: othersStill.seconds,
                unit: "s",
                digits: 2
              }
        ])
  ]
}
