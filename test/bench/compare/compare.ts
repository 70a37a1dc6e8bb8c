// `npm run bench -- --compare REV`: a commit and this checkout beside each other on one machine.
//
// Both servers run all the time, and the loads take turns. The server without a load takes 2 to 5 % of a processor
// (measured), which is not counted for the other one; a start before each load would measure code that V8 has not
// compiled. Which commit goes first changes with each round.
import { Clock, Console, Effect } from "effect"
import type { Scope } from "effect/Scope"
import { join } from "node:path"
import { temporaryDirectory } from "../../support/machine.ts"
import type { ComparedMeasure } from "../parseOptions.ts"
import { ROOT, type ServerFailed } from "../Server.ts"
import { type CheckoutFailed, checkOut, nameOfWorkingTree } from "./Checkout.ts"
import { comparisonJson, comparisonTable, compareRounds, type Round } from "./comparison.ts"
import { type Amounts, linesOf, type Runs, type Side, startSide, WARM_UP_AMOUNTS } from "./Side.ts"

/** CompareOptions: the commit, what is measured, how many rounds, and about how long each load takes. */
export interface CompareOptions {
  readonly revision: string
  readonly measures: ReadonlyArray<ComparedMeasure>
  readonly rounds: number
  readonly seconds: number
  readonly json: boolean
}

/** What each connection of a load sends in a request, and how many connections there are. */
const ITEMS_PER_REQUEST: Amounts = { raw: 1, pipeline: 8 * 500, calm: 8 * 500, single: 64 }

const say = (text: string) => Console.error(`... ${text}`)

const rateOf = ({ calm, pipeline, single, unnest }: Runs): number =>
  (unnest ?? pipeline ?? calm ?? single)!.rate

/** Runs each load once on both sides; returns what takes about `seconds` at the rate of the first, or more. */
const warmUp = (
  sides: readonly [Side, Side],
  { measures, seconds }: CompareOptions
): Effect.Effect<Amounts> =>
  Effect.gen(function* () {
    const amounts: Record<ComparedMeasure, number> = { ...WARM_UP_AMOUNTS }
    for (const measure of measures) {
      const runs = yield* sides[0].run(measure, WARM_UP_AMOUNTS)
      yield* sides[1].run(measure, WARM_UP_AMOUNTS)
      // a clock tick, 10 ms, is then less than 0.3 ms per 1,000 positions, however slow the machine is
      const least = Math.ceil(WARM_UP_AMOUNTS[measure] / 2)
      amounts[measure] = Math.max(least, Math.ceil((rateOf(runs) * seconds) / ITEMS_PER_REQUEST[measure]))
    }
    return amounts
  })

const runRound = (
  sides: readonly [Side, Side],
  { measures }: CompareOptions,
  amounts: Amounts,
  isTurned: boolean
): Effect.Effect<Round> =>
  Effect.gen(function* () {
    const runs: Record<Side["name"], Runs> = { before: {}, after: {} }
    const ordered = isTurned ? sides.toReversed() : sides
    for (const { tidy } of ordered) yield* tidy
    for (const measure of measures)
      for (const side of ordered)
        runs[side.name] = { ...runs[side.name], ...(yield* side.run(measure, amounts)) }
    const [before, after] = sides
    return {
      before: linesOf(runs.before, yield* before.memory),
      after: linesOf(runs.after, yield* after.memory)
    }
  })

/** Compares and prints a table of medians, least and most of all rounds. */
export const compare = (options: CompareOptions): Effect.Effect<void, CheckoutFailed | ServerFailed, Scope> =>
  Effect.gen(function* () {
    yield* say(`checking out ${options.revision}`)
    const checkout = yield* checkOut(options.revision)
    const names = { before: checkout.commit, after: yield* nameOfWorkingTree }
    const directory = yield* temporaryDirectory,
      now = yield* Clock.currentTimeMillis
    const start = (name: Side["name"], root: string) =>
      Effect.andThen(
        say(`starting ${names[name]}, with 1,000 fences, 50 rules and 1,000 subjects a project`),
        startSide(name, root, join(directory, name), options.measures, now)
      )
    const sides = [yield* start("before", checkout.root), yield* start("after", ROOT)] as const
    yield* say("warming up")
    const amounts = yield* warmUp(sides, options)
    const rounds: Array<Round> = []
    const report = Effect.suspend(() => {
      const comparisons = compareRounds(rounds)
      return Effect.andThen(
        Console.log(comparisonTable(comparisons, names)),
        options.json ? Console.log(comparisonJson(comparisons, names)) : Effect.void
      )
    })
    const runRounds = Effect.gen(function* () {
      for (let round = 1; round <= options.rounds; round++) {
        yield* say(`round ${round} of ${options.rounds}`)
        rounds.push(yield* runRound(sides, options, amounts, round % 2 === 0))
      }
    })
    // a run that is stopped reports the rounds that are over
    yield* Effect.ensuring(
      runRounds,
      Effect.suspend(() => (rounds.length === 0 ? Effect.void : report))
    )
  })
