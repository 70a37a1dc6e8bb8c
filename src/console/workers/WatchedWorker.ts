// A worker that reads a user's file, one request at a time, and is ended when it reports no progress for half a
// minute.
import { words } from "../../words/language.ts"

/** SILENCE_MS is how long a worker may report nothing before it is ended. */
export const SILENCE_MS = 30_000

/**
 * Unread says that a file cannot be read; `trouble` names a problem that one more answer of the user may
 * solve.
 */
export class Unread extends Error {
  readonly trouble: string | null
  constructor(message: string, trouble: string | null = null) {
    super(message)
    this.trouble = trouble
  }
}

/** A message of a watched worker: progress, or the end of a request. */
export type WorkerReply<Answer> =
  | { readonly _tag: "Progress"; readonly done: number }
  | { readonly _tag: "Done"; readonly answer: Answer }
  /** the file cannot be read; `trouble` as in `Unread` */
  | { readonly _tag: "Failed"; readonly message: string; readonly trouble: string | null }

/** The part of `Worker` that is used here; tests replace it. */
type SpokenWorker = Pick<Worker, "addEventListener" | "postMessage" | "removeEventListener" | "terminate">

/** WatchedWorker sends a worker one request at a time, and ends it when it stops reporting. */
export class WatchedWorker<Request, Answer> {
  private ends: ((why: Unread) => void) | null = null
  private readonly worker: SpokenWorker
  private readonly progress: (done: number) => void

  /** `progress` gets the number of bytes read so far. */
  constructor(worker: SpokenWorker, progress: (done: number) => void) {
    this.worker = worker
    this.progress = progress
  }

  /**
   * Sends a request and returns the worker's answer; one request at a time.
   *
   * @throws Unread where the file cannot be read, or the worker was closed
   */
  ask(request: Request): Promise<Answer> {
    const { worker } = this
    return new Promise((resolve, reject) => {
      let silence: ReturnType<typeof setTimeout>
      const over = () => {
        clearTimeout(silence)
        worker.removeEventListener("message", hear as EventListener)
        worker.removeEventListener("error", crash)
        this.ends = null
      }
      const fail = (why: Unread) => {
        over()
        reject(why)
      }
      const watch = () => {
        clearTimeout(silence)
        silence = setTimeout(() => {
          worker.terminate()
          fail(new Unread(words.common.file.silent({ seconds: SILENCE_MS / 1000 })))
        }, SILENCE_MS)
      }
      const hear = ({ data }: MessageEvent<WorkerReply<Answer>>) => {
        watch()
        if (data._tag === "Progress") return this.progress(data.done)
        if (data._tag === "Failed") return fail(new Unread(data.message, data.trouble))
        over()
        resolve(data.answer)
      }
      const crash = () => fail(new Unread(words.common.file.crashed))
      worker.addEventListener("message", hear as EventListener)
      worker.addEventListener("error", crash)
      this.ends = fail
      watch()
      worker.postMessage(request, [])
    })
  }

  /** Ends the worker; a pending request fails. */
  close(): void {
    this.worker.terminate()
    this.ends?.(new Unread(words.common.file.stopped))
  }
}
