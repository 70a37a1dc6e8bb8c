// Reads a file in a worker of its own: a request at a time, ended where it comes no further for half a minute.
import type { Answers, Reply, Request } from "./worker/protocol.ts"

/** A worker that says nothing for so long is ended. */
export const SILENCE_MS = 30_000

/** A file that cannot be read; `trouble` names what one answer may put right. */
export class Unread extends Error {
  readonly trouble: string | null
  constructor(message: string, trouble: string | null = null) {
    super(message)
    this.trouble = trouble
  }
}

export class TrackReader {
  private readonly worker = new Worker(new URL("worker/importWorker.ts", import.meta.url), { type: "module" })
  private ends: ((why: Unread) => void) | null = null
  private readonly progress: (done: number) => void

  /** `progress` hears up to which byte the file was read. */
  constructor(progress: (done: number) => void) {
    this.progress = progress
  }

  /**
   * The answer of the worker; one request at a time.
   *
   * @throws Unread where the file cannot be read, or the reader was closed
   */
  ask<T extends Request["_tag"]>(request: Extract<Request, { readonly _tag: T }>): Promise<Answers[T]> {
    const { worker } = this
    return new Promise((resolve, reject) => {
      let silence: ReturnType<typeof setTimeout>
      const over = () => {
        clearTimeout(silence)
        worker.removeEventListener("message", hear)
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
          fail(new Unread("Reading was given up: nothing more could be read for 30 seconds."))
        }, SILENCE_MS)
      }
      const hear = ({ data }: MessageEvent<Reply>) => {
        watch()
        if (data._tag === "Progress") return this.progress(data.done)
        if (data._tag === "Failed") return fail(new Unread(data.message, data.trouble))
        over()
        resolve(data.answer as Answers[T]) // the worker answers the request that it was sent
      }
      const crash = () => fail(new Unread("The file cannot be read in this browser."))
      worker.addEventListener("message", hear)
      worker.addEventListener("error", crash)
      this.ends = fail
      watch()
      worker.postMessage(request, [])
    })
  }

  /** Ends the worker; who waits for an answer is told. */
  close(): void {
    this.worker.terminate()
    this.ends?.(new Unread("Reading was stopped."))
  }
}
