// Opens a file of areas in a worker of its own, which is ended once it has its text.
import { WatchedWorker } from "../../workers/WatchedWorker.ts"

/**
 * The text of a file of areas.
 *
 * @throws Unread where it cannot be read, with the file and the reason
 */
export const readAreaFile = async (file: File): Promise<string> => {
  const worker = new WatchedWorker<File, string>(
    new Worker(new URL("worker/areaWorker.ts", import.meta.url), { type: "module" }),
    () => undefined
  )
  try {
    return await worker.ask(file)
  } finally {
    worker.close()
  }
}
