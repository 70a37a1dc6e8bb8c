// The bench's own garbage, collected when it says so and not while it measures: on two processors it would be
// taken from the server's time.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
/** Collects all that can be. It is there from the next context on. */
export const collect = runInNewContext("gc") as () => void
