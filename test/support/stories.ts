// Tests that take seconds. `npm test` leaves stories out and tries a tenth of the cases of a long property;
// `npm run stories` (test/stories.config.ts) runs both whole. A file of nothing but stories is named
// `*.stories.test.ts`; a single one in another file is marked with these options.
import { propertyRuns } from "./propertyRuns.ts"

/** Whether this run is `npm run stories`. */
const areStories = process.env["PUGMARK_STORIES"] === "on"

/** Options of a test that `npm run stories` alone runs. */
export const STORY = { tags: "story", skip: !areStories } as const

/** Options of a test of a tenth of its cases in `npm test`, and of all in `npm run stories`. */
export const REPEATED = { tags: "repeated" } as const

/** The fewest cases of a property in `npm test`: as many as a mutation run asks for. */
const FEWEST_CASES = 15

/** The number of cases in this run of a test that has so many in `npm run stories`: a tenth in `npm test`. */
export const casesOf = (all: number): number => (areStories ? all : Math.ceil(all / 10))

/** The cases of this run, of a list: each tenth in `npm test`, all in `npm run stories`. */
export const sampleOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  areStories ? all : all.filter((_, i) => i % 10 === 0)

/** Options of a property that is tried so many times in `npm run stories`; `size`: as in `propertyRuns`. */
export const longProperty = (runs: number, size?: number) => ({
  ...REPEATED,
  ...propertyRuns(Math.max(casesOf(runs), Math.min(runs, FEWEST_CASES)), size)
})
