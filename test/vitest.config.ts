// `npm test`: every test but the stories (test/stories.config.ts) and the walks (test/walks.config.ts).
import { runOf } from "./projects.ts"

export default runOf("tests")
