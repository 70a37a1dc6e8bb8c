// A pool of Vitest with one thread that stays: a mutant is a number that the instrumented code compares with,
// so a thread that has read the code once can ask thousands of them, each in tens of milliseconds instead of
// seconds. Mutants of what runs while modules are read, which Stryker calls static, get a thread of their
// own. What the thread says and hears is Vitest's protocol of pool workers.
import {
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest
} from "vitest/node"

type Listener = Parameters<PoolWorker["on"]>[1]

/** A thread keeps a listener for each run it was asked for: after so many it is replaced. */
const RUNS = 100

let kept: { readonly thread: ThreadsPoolWorker; runs: number } | null = null

class KeptThread implements PoolWorker {
  readonly name = "kept"
  private readonly options: PoolOptions
  private readonly isStatic: boolean
  private readonly listeners = new Map<Listener, string>()
  private finished: Promise<void> = Promise.resolve()
  private isRunning = false

  constructor(options: PoolOptions) {
    this.options = options
    this.isStatic =
      (options.project.getProvidedContext() as { readonly mutantActivation?: string }).mutantActivation ===
      "static"
  }

  async start(): Promise<void> {
    if (kept !== null && (this.isStatic || kept.runs >= RUNS)) await this.end()
    if (kept === null) {
      kept = { thread: new ThreadsPoolWorker(this.options), runs: 0 }
      await kept.thread.start()
    }
    kept.runs++
  }

  on(event: string, callback: Listener): void {
    this.listeners.set(callback, event)
    kept?.thread.on(event, callback)
  }

  off(event: string, callback: Listener): void {
    this.listeners.delete(callback)
    kept?.thread.off(event, callback)
  }

  send(message: WorkerRequest): void {
    if (message.type === "run") this.noteRun()
    if (message.type !== "stop" || this.isStatic) kept?.thread.send(message)
    else void this.sayStopped()
  }

  async stop(): Promise<void> {
    if (this.isStatic || this.isRunning) return this.end()
    for (const [callback, event] of this.listeners) kept?.thread.off(event, callback)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  /** The thread stays, and need not know that this run is over. */
  private async sayStopped(): Promise<void> {
    await this.finished
    for (const [callback, event] of this.listeners)
      if (event === "message") callback({ type: "stopped", __vitest_worker_response__: true })
  }

  private noteRun(): void {
    this.isRunning = true
    this.finished = new Promise((resolve) => {
      const heard = (message: { readonly type?: string }) => {
        if (message.type !== "testfileFinished") return
        this.isRunning = false
        this.off("message", heard)
        resolve()
      }
      this.on("message", heard)
    })
  }

  private async end(): Promise<void> {
    const ending = kept
    kept = null
    await ending?.thread.stop()
  }
}

export const keptThread: PoolRunnerInitializer = {
  name: "kept",
  createPoolWorker: (options) => new KeptThread(options)
}
