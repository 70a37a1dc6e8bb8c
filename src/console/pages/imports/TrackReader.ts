// Reads a file of tracks in a worker of its own.
import { WatchedWorker } from "../../workers/WatchedWorker.ts"
import type { Answers, Request } from "./worker/protocol.ts"

export { Unread } from "../../workers/WatchedWorker.ts"

/** TrackReader asks the worker of imports, whose answer depends on the request. */
export class TrackReader {
  private readonly worker: WatchedWorker<Request, Answers[keyof Answers]>

  /** `progress` hears up to which byte the file was read. */
  constructor(progress: (done: number) => void) {
    this.worker = new WatchedWorker(
      new Worker(new URL("worker/importWorker.ts", import.meta.url), { type: "module" }),
      progress
    )
  }

  /**
   * The answer of the worker; one request at a time.
   *
   * @throws Unread where the file cannot be read, or the reader was closed
   */
  ask<T extends Request["_tag"]>(request: Extract<Request, { readonly _tag: T }>): Promise<Answers[T]> {
    return this.worker.ask(request) as Promise<Answers[T]> // the worker answers the request that it was sent
  }

  /** Ends the worker; a request that waits for its answer fails. */
  close(): void {
    this.worker.close()
  }
}
