// Two servers of the API over one database, each with memory of its own, and a proxy in front of them: what is added
// to the product and has to hold with several `serve` is tested with this. Real processes are in
// test/support/processes/twoServes.ts.
import { Context, Effect, Layer } from "effect"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { LoginSql, TestDatabase } from "../sql/database.ts"
import { Balancer } from "./balancer.ts"
import { sendTo, serveOver, type ServerOptions, TestServer } from "./server.ts"

export class TwoServers extends Context.Service<
  TwoServers,
  {
    readonly balancer: Balancer
    readonly first: TestServer["Service"]
    readonly second: TestServer["Service"]
    /** Runs what speaks to a server, with one of the two. */
    readonly at: (
      which: "first" | "second"
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, TestServer>>
  }
>()("test/TwoServers") {}

const start = (options: ServerOptions) =>
  Effect.gen(function* () {
    const balancer = yield* Balancer.listen
    const url = yield* DatabaseUrl
    const one = Layer.build(
      Layer.fresh(serveOver({ clientsUrl: balancer.origin, ...options })).pipe(
        Layer.provide(LoginSql),
        Layer.provide(Layer.succeed(DatabaseUrl, url))
      )
    )
    const first = Context.get(yield* one, TestServer),
      second = Context.get(yield* one, TestServer)
    balancer.sendTo([first.port, second.port])
    const servers = { first, second }
    return TwoServers.of({
      balancer,
      ...servers,
      at: (which) => Effect.provideService(TestServer, servers[which])
    })
  })

/** Both servers; `TestServer` is the proxy in front of them. */
export const serveTwice = (options: ServerOptions = {}) =>
  Layer.effect(
    TestServer,
    Effect.map(TwoServers, ({ balancer: { origin, port } }) =>
      TestServer.of({ url: origin, port, send: sendTo(origin) })
    )
  ).pipe(
    Layer.provideMerge(Layer.effect(TwoServers, start(options))),
    Layer.provideMerge(LoginSql),
    Layer.provideMerge(TestDatabase)
  )
