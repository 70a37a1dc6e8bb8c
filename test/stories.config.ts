// `npm run stories`: the tests that take seconds, which `npm test` leaves out or shortens (test/support/stories.ts).
import { runOf } from "./projects.ts"

process.env["PUGMARK_STORIES"] = "on"

export default runOf("stories")
