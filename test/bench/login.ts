// What the time of a refusal tells a stranger: whether there is such an account, and whether a token begins
// like one that is in force. Both kinds of a question are asked in turns, in an order left to chance, one
// after the other.
import { Effect } from "effect"
import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import type { Client } from "./Client.ts"
import { quantile } from "./measures.ts"
import { type Apart, apart } from "./ranks.ts"
import type { Line } from "./report.ts"
import type { Server } from "./Server.ts"
import { another, type Answered, Strangers } from "./strangers.ts"

/** Pairs of questions for each second that a measure is to last. */
const LOGINS = 10
const TOKENS = 400
/**
 * The server hashes in a twentieth of the machine and lets the next one wait: whoever rests for so many times
 * what an answer took never waits.
 */
const REST = 20 / availableParallelism()

/** What answers took, ms. */
export interface Times {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

export interface Compared extends Apart {
  readonly one: Times
  readonly other: Times
}

const timesOf = (took: ReadonlyArray<number>): Times => ({
  median: quantile(took, 0.5),
  lower: quantile(took, 0.25),
  upper: quantile(took, 0.75)
})

const compare = async (
  pairs: number,
  rest: number,
  one: () => Promise<Answered>,
  other: () => Promise<Answered>
): Promise<Compared> => {
  const took: { readonly one: Array<number>; readonly other: Array<number> } = { one: [], other: [] }
  const ask = async (which: "one" | "other") => {
    const answer = await (which === "one" ? one() : other())
    if (answer.status !== 401) throw new Error(`a stranger was answered ${answer.status}`)
    took[which].push(answer.took)
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest * answer.took))
  }
  await one()
  await other()
  for (let pair = 0; pair < pairs; pair++) {
    const first = randomInt(2) === 0
    await ask(first ? "one" : "other")
    await ask(first ? "other" : "one")
  }
  return { ...apart(took.one, took.other), one: timesOf(took.one), other: timesOf(took.other) }
}

export interface Told {
  /** a known account against an unknown one, both with a wrong password */
  readonly accounts: Compared
  /** a token that is one in force but for its last characters, against a made-up one */
  readonly tokens: Compared
  /** a token that is not looked up, for its length, against a made-up one: what a difference looks like */
  readonly control: Compared
}

export const told = (server: Server, client: Client, seconds: number): Effect.Effect<Told> =>
  Effect.gen(function* () {
    const known = "watched@example.org",
      unknown = "nowhere@example.org"
    yield* client.post("/users", { email: known, password: "a meadow in the morning mist" })
    const { token } = yield* client.post("/auth/tokens", { name: "Watched", scopes: ["project:read"] })
    const almost = token.slice(0, -8) + another("12345678")
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => new Strangers(server, 1)),
      (strangers) =>
        Effect.promise(async () => ({
          accounts: await compare(
            Math.ceil(LOGINS * seconds),
            REST,
            () => strangers.logIn(known, "a wrong password"),
            () => strangers.logIn(unknown, "a wrong password")
          ),
          tokens: await compare(
            Math.ceil(TOKENS * seconds),
            0,
            () => strangers.show(almost),
            () => strangers.show(`pug_${another(token.slice(4))}`)
          ),
          control: await compare(
            Math.ceil(TOKENS * seconds),
            0,
            () => strangers.show(token.repeat(20)),
            () => strangers.show(`pug_${another(token.slice(4))}`)
          )
        })),
      (strangers) => Effect.sync(() => strangers.close())
    )
  })

const comparedLines = (
  key: string,
  what: string,
  other: string,
  told: Compared,
  target: Line["target"]
): ReadonlyArray<Line> => [
  ...(
    [
      [key, what, told.one],
      [`${key}_other`, `  ${other}`, told.other]
    ] as const
  ).flatMap(([key, label, { lower, median, upper }]): ReadonlyArray<Line> => [
    { key, label: `${label}, median`, value: median, unit: "ms", digits: 2 },
    { key: `${key}_lower`, label: "    lower quartile", value: lower, unit: "ms", digits: 2 },
    { key: `${key}_upper`, label: "    upper quartile", value: upper, unit: "ms", digits: 2 }
  ]),
  {
    key: `${key}_chance`,
    label: "  chance that the first takes longer (0.5: nothing to tell them by)",
    value: told.chance,
    unit: "",
    digits: 3
  },
  {
    key: `${key}_p`,
    label: "  p of the rank test",
    value: told.p,
    unit: "",
    digits: 3,
    ...(target === undefined ? {} : { target })
  }
]

/** The lines of the report. One run in a hundred has a p below its target by chance. */
export const loginLines = ({ accounts, control, tokens }: Told): ReadonlyArray<Line> => [
  ...comparedLines(
    "login",
    "refused login, each from another address: an account that is there",
    "one that is not",
    accounts,
    { atLeast: 0.01 }
  ),
  ...comparedLines("token", "refused token: one in force but for its end", "a made-up one", tokens, {
    atLeast: 0.01
  }),
  ...comparedLines(
    "token_control",
    "what a difference looks like: a token that is not looked up",
    "a made-up one",
    control,
    { below: 0.01 }
  )
]
