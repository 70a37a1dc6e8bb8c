// Run by `npm run prepare`: makes the embedded PostgreSQL runnable while its folder can be written. A platform without
// one, or an installation that left it out, is none of its business.
import { prepareBinaries } from "./binaries.ts"

await prepareBinaries().catch(() => undefined)
