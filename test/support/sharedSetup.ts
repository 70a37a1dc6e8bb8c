// Before and after every run: a folder of tracks that was named is one of tracks, and what was left out
// without it is said.
import { checkSharedFolder, LEFT_OUT, sharedFolder } from "./sharedFolder.ts"

export default () => {
  checkSharedFolder()
  return () => {
    // last, below the counts, where it is read
    if (sharedFolder === null) console.log(LEFT_OUT)
  }
}
