// Before and after every run: the bundle that threads and processes run is of the sources as they are, a folder of tracks
// that was named is one of tracks, and what was left out without it is said.
import { ensureServer } from "../../src/process/build/ensureServer.ts"
import { checkSharedFolder, LEFT_OUT, sharedFolder } from "./sharedFolder.ts"

export default async () => {
  await ensureServer()
  checkSharedFolder()
  return () => {
    // last, below the counts, where it is read
    if (sharedFolder === null) console.log(LEFT_OUT)
  }
}
