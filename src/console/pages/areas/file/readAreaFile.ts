// Reads a file of areas in a worker, which is terminated afterwards.
import { WatchedWorker } from "../../../workers/WatchedWorker.ts"

/**
 * readAreaFile returns the text of a file.
 *
 * @throws Unread where it is not readable, with the file and the reason
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
