// What the contract says of answers holds for whatever is sent: requests to every route, drawn from its own
// schemas and bent, as its owner. How many to each route the variable PUGMARK_GENERATED_REQUESTS says; which,
// PUGMARK_GENERATED_SEED.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { faultOf } from "../../support/http/faultOf.ts"
import { drawShots, type Shot } from "../../support/http/generated.ts"
import { type Route, routes } from "../../support/http/routes.ts"
import { makeStage, sampleOf, sendAsOwner, type Stage } from "../../support/http/samples.ts"
import { type Answer, serve } from "../../support/http/server.ts"
import { casesOf, REPEATED } from "../../support/stories.ts"

const COUNT = Number(process.env["PUGMARK_GENERATED_REQUESTS"] ?? casesOf(6))
const SEED = process.env["PUGMARK_GENERATED_SEED"] ?? String(Math.floor(Math.random() * 1e9))

const PATIENCE_MS = 60_000 + 20_000 * COUNT

const shown = ({ method }: Route, { below, sent }: Shot, { body, status }: Answer, fault: string) =>
  `${fault}\n${method} ${below.slice(0, 400)} ${JSON.stringify(sent).slice(0, 1500)}\n` +
  `${status} ${JSON.stringify(body).slice(0, 1000)}`

/** Statuses that came, with how often, and what was wrong. */
const attack = Effect.fnUntraced(function* (route: Route, stage: Stage) {
  const wrong: Array<string> = [],
    statuses = new Map<number, number>()
  let sample = yield* sampleOf(route, stage)
  for (const shot of yield* drawShots(route, COUNT, SEED)) {
    const made = shot(sample)
    const answer = yield* sendAsOwner(route, stage, made.below, made.sent)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const fault = faultOf(route, answer)
    if (fault !== null && wrong.length < 3) wrong.push(`${route.name}: ${shown(route, made, answer, fault)}`)
    // what it was made of may be used up
    if ((answer.status < 300 || answer.status === 409) && route.method !== "GET")
      sample = yield* sampleOf(route, stage)
  }
  return {
    wrong,
    line: `${route.name} ${[...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, n]) => `${status}: ${n}`)
      .join(", ")}`
  }
})

layer(serve({ sessions: { trustedProxies: ["127.0.0.1"] } }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("generated requests", (it) => {
  it.effect(
    `to every route, ${COUNT} each: never a failure, never a stack trace, refusals are problem documents, ` +
      `and what succeeds is as the contract says`,
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage
        const found = yield* Effect.forEach(routes, (route) => attack(route, stage), { concurrency: 2 })
        const wrong = found.flatMap((one) => one.wrong)
        if (COUNT > 6 || wrong.length > 0)
          yield* Effect.sync(() =>
            process.stdout.write(`seed ${SEED}\n${found.map((one) => one.line).join("\n")}\n`)
          )
        assert.strictEqual(wrong.length, 0, `seed ${SEED}\n${wrong.join("\n\n")}`)
      }),
    { ...REPEATED, timeout: PATIENCE_MS }
  )
})
