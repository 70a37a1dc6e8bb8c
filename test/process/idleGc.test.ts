// Memory that a flood took is given back: when a thread is told to, and that it is told.
import { assert, describe, it } from "vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { IdleDetector } from "../../src/process/idleGc.ts"
import { STORY } from "../support/stories.ts"

const MB = 2 ** 20

describe("memory after floods comes back", () => {
  it("once a thread that has grown has been at rest for three looks, and once for each growth", () => {
    const detector = new IdleDetector()
    const decisions = (...looks: ReadonlyArray<readonly [heldBytes: number, busy: number]>) =>
      looks.map(([held, busy]) => {
        const isTime = detector.shouldCollect({ heldBytes: held * MB, busy })
        if (isTime) detector.reset(60 * MB)
        return isTime
      })
    assert.deepStrictEqual(
      decisions([200, 0.9], [200, 0.04], [200, 0.04], [200, 0.06], [200, 0], [200, 0], [200, 0]),
      [false, false, false, false, false, false, true]
    )
    assert.deepStrictEqual(
      decisions([60, 0], [70, 0], [91, 0], [91, 0]),
      [false, false, false, false],
      "what it needs is not asked for again"
    )
    assert.deepStrictEqual(decisions([92, 0.5], [92, 0], [92, 0], [92, 0], [60, 0]), [
      false,
      false,
      false,
      true,
      false
    ])
  })

  it("by a process that has made a lot of garbage and then rests", STORY, async () => {
    const program = `
      import { Effect, Layer } from "effect"
      import { collectWhenIdle } from ${JSON.stringify(new URL("../../src/process/idleGc.ts", import.meta.url).href)}
      const rss = () => Math.round(process.memoryUsage.rss() / 1e6)
      Effect.runFork(Layer.launch(collectWhenIdle(300)))
      let kept = []
      for (let round = 0; round < 60; round++) { kept = Array.from({ length: 60_000 }, (_, i) => ({ i, text: "x" + i, list: [i, i] })); await new Promise((r) => setTimeout(r, 1)) }
      kept = []
      const grown = rss()
      // resting is not doing nothing: what a service does all the time keeps V8 from looking for itself
      setInterval(() => { kept = Array.from({ length: 500 }, (_, i) => ({ i })) }, 5)
      const look = setInterval(() => { if (rss() < grown - 60) { console.log(JSON.stringify({ grown, left: rss() })); process.exit(0) } }, 100)
      setTimeout(() => { console.log(JSON.stringify({ grown, left: rss() })); process.exit(1) }, 10_000)`
    const child = spawn(
      process.execPath,
      ["--max-semi-space-size=64", "--input-type=module", "--eval", program],
      {
        cwd: fileURLToPath(new URL("../..", import.meta.url)),
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH: process.env["PATH"], HOME: process.env["HOME"] }
      }
    )
    let said = ""
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [code] = (await once(child, "exit")) as [number]
    assert.strictEqual(code, 0, said)
  })
})
