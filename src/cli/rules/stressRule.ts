// `pugmark rules stress RULE.json --fixture FILE.jsonl`: how much disorder a rule tolerates, on no server's clock.
import { Effect } from "effect"
import { stress } from "../../testing/stress.ts"
import type { Given, Words } from "../flags.ts"
import type { Work } from "../lazily.ts"
import { CommandFailed, OK_EXIT_CODE, REFUSED_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import { readFixture } from "./Fixture.ts"
import { readRuleFile } from "./ruleFile.ts"
import type { stressRuleFlags } from "./rulesFlags.ts"
import { playing } from "./testRule.ts"

const words = {
  late: (size: number) => `${size} s late`,
  doubled: () => "doubled",
  reordered: (size: number) => `reordered by ${size}`,
  jitter_time: (size: number) => `clocks ${size} s wrong`,
  jitter_place: (size: number) => `fixes ${size} m beside`
}

type Found = ReturnType<typeof stress>

const row = ({ added, kind, moved, removed, same, size }: Found["variants"][number]): string => {
  const differences = [
    ...(added > 0 ? [`${added} more`] : []),
    ...(removed > 0 ? [`${removed} less`] : []),
    ...(moved > 0 ? [`${moved} at another time`] : [])
  ]
  return `${words[kind](size).padEnd(26)}${same ? "the same events" : differences.join(", ")}`
}

const seedOf = (text: string | undefined) =>
  text === undefined
    ? Effect.succeed(1)
    : /^\d{1,9}$/.test(text)
      ? Effect.succeed(Number(text))
      : Effect.fail(new CommandFailed({ message: "--seed takes a whole number" }))

/** Plays a rule over a fixture as it is and disturbed, and says at which size its events change. */
export const stressRule: Work<Given<typeof stressRuleFlags> & Words> = (given) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const [file, more] = given.words
    if (file === undefined || more !== undefined || given.fixture === undefined)
      return yield* new CommandFailed({
        message:
          "say which rule, one file, and its fixture: pugmark rules stress RULE.json --fixture FILE.jsonl"
      })
    const seed = yield* seedOf(given.seed)
    const rule = yield* readRuleFile(file)
    const fixture = yield* readFixture(given.fixture)
    const found = yield* playing(rule, fixture, given.fixture, (scene) => stress(scene, seed))
    if (given.json) say(JSON.stringify(found))
    else {
      say(`${found.events} event${found.events === 1 ? "" : "s"} as it was sent; seed ${seed}`)
      for (const variant of found.variants) say(row(variant))
      for (const { says } of found.verdicts) say(says)
    }
    return found.tolerant ? OK_EXIT_CODE : REFUSED_EXIT_CODE
  })
