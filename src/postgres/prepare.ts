// Run by `npm run prepare`: makes the embedded PostgreSQL runnable while its folder can be written. Does
// nothing on a platform without one, or where it is not installed.
import { prepareBinaries } from "./binaries.ts"

await prepareBinaries().catch(() => undefined)
