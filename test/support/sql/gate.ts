// A way to the database that can be closed: what a program sees when the server is gone, without stopping the
// server of other tests.
import { Context, Effect, Layer, Redacted } from "effect"
import { once } from "node:events"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"

export class Gate extends Context.Service<
  Gate,
  {
    /** Cuts every connection and refuses new ones. */
    readonly close: Effect.Effect<void>
    readonly open: Effect.Effect<void>
  }
>()("test/Gate") {
  /** Gives the url of the way through the gate in place of the database's own. */
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* DatabaseUrl))
      const target = { host: url.hostname, port: Number(url.port) }
      url.searchParams.delete("host") // its socket would lead past the gate
      const sockets = new Set<Socket>()
      let isOpen = true
      const server = createServer((inside) => {
        if (!isOpen) return inside.resetAndDestroy()
        const outside = connect(target)
        for (const [socket, other] of [
          [inside, outside],
          [outside, inside]
        ] as const) {
          sockets.add(socket)
          socket
            .on("error", () => other.destroy())
            .on("close", () => {
              sockets.delete(socket)
              other.destroy()
            })
            .pipe(other)
        }
      }).listen(0, "127.0.0.1")
      yield* Effect.promise(() => once(server, "listening"))
      const cut = Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
      })
      yield* Effect.addFinalizer(() =>
        Effect.andThen(
          cut,
          Effect.sync(() => server.close())
        )
      )
      url.host = `127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
      return Context.make(
        Gate,
        Gate.of({
          close: Effect.andThen(
            Effect.sync(() => {
              isOpen = false
            }),
            cut
          ),
          open: Effect.sync(() => {
            isOpen = true
          })
        })
      ).pipe(Context.add(DatabaseUrl, Redacted.make(url.href)))
    })
  )
}
