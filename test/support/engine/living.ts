// Engines that live and die on a virtual clock, and rules for them.
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import { Engine } from "../../../src/engine/live/Engine.ts"
import type { EngineOptions } from "../../../src/engine/live/EngineOptions.ts"
import type { RuleRow } from "../../../src/engine/ports.ts"
import type { MemoryStore } from "./memory.ts"
import { document } from "./timeline.ts"

/** A rule in force. The conditions are taken as given, so that a test can plant one no program would save. */
export const rule = (name: string, conditions: unknown, more: Partial<RuleDocument> = {}): RuleRow => ({
  id: `rule-${name}`,
  name,
  version: 1,
  blankFrom: 1,
  activeFrom: 0,
  failedSubject: null,
  document: {
    ...document({ conditions: { type: "threshold", metric: "x", op: ">", value: 0 } }),
    conditions,
    ...more
  }
})

/** The clock goes on. */
export const seconds = (n: number) => TestClock.adjust(`${n} seconds`)

/** An engine that can die: its fiber and its memory end, the store stays. */
export const start = Effect.fnUntraced(function* (store: MemoryStore, options?: EngineOptions) {
  const scope = yield* Scope.make()
  const engine = Context.get(yield* Layer.buildWithScope(store.engine(options), scope), Engine)
  const fiber = yield* Effect.forkIn(engine.run, scope)
  return { engine, fiber, kill: Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void)) }
})

/** An engine on a store one of whose ports is listened to, or says something else. */
export const startWith = Effect.fnUntraced(function* <Port>(
  store: MemoryStore,
  port: Layer.Layer<Port, never, Port>,
  options: EngineOptions = { tickGraceSeconds: 20 }
) {
  const ports = Layer.merge(store.ports(), port.pipe(Layer.provide(store.ports() as Layer.Layer<Port>)))
  const engine = Context.get(yield* Layer.build(Engine.layer(options).pipe(Layer.provide(ports))), Engine)
  yield* Effect.forkScoped(engine.run)
  yield* seconds(0)
  return engine
})
