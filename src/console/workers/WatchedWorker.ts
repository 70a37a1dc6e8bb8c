// A worker that reads what a person gave, a request at a time, ended where it comes no further for half a minute.

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

/** What a watched worker says: how far it is, and the end of a request. */
export type WorkerReply<Answer> =
  | { readonly _tag: "Progress"; readonly done: number }
  | { readonly _tag: "Done"; readonly answer: Answer }
  /** the file cannot be read; `trouble` as of `Unread` */
  | { readonly _tag: "Failed"; readonly message: string; readonly trouble: string | null }

/** The part of a worker that is spoken with. */
export type SpokenWorker = Pick<
  Worker,
  "addEventListener" | "postMessage" | "removeEventListener" | "terminate"
>

/** WatchedWorker asks a worker one request at a time, and ends it when nothing more is heard of it. */
export class WatchedWorker<Request, Answer> {
  private ends: ((why: Unread) => void) | null = null
  private readonly worker: SpokenWorker
  private readonly progress: (done: number) => void

  /** `progress` hears up to which byte the file was read. */
  constructor(worker: SpokenWorker, progress: (done: number) => void) {
    this.worker = worker
    this.progress = progress
  }

  /**
   * The answer of the worker; one request at a time.
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
          fail(new Unread("Reading was given up: nothing more could be read for 30 seconds."))
        }, SILENCE_MS)
      }
      const hear = ({ data }: MessageEvent<WorkerReply<Answer>>) => {
        watch()
        if (data._tag === "Progress") return this.progress(data.done)
        if (data._tag === "Failed") return fail(new Unread(data.message, data.trouble))
        over()
        resolve(data.answer)
      }
      const crash = () => fail(new Unread("The file cannot be read in this browser."))
      worker.addEventListener("message", hear as EventListener)
      worker.addEventListener("error", crash)
      this.ends = fail
      watch()
      worker.postMessage(request, [])
    })
  }

  /** Ends the worker; a request that waits for its answer fails. */
  close(): void {
    this.worker.terminate()
    this.ends?.(new Unread("Reading was stopped."))
  }
}
