// A network between the service and its database that fails as networks do: slow, silent, cut.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/**
 * `open`: bytes pass; `slow`: each piece comes late; `silent`: nothing passes, nothing is said; `cut`:
 * connections end and none are made.
 */
export type Weather = "open" | "slow" | "silent" | "cut"

const LATE_MS = 100

/** What is watched for in what the service sends: the piece with this text is cut after a share of its bytes. */
export interface Trap {
  readonly text: string
  readonly share: number
  readonly strike: () => void
}

export class Proxy {
  /** where the database listens; it may move */
  upstream: number
  private readonly server: Server
  private readonly pairs = new Set<readonly [Socket, Socket]>()
  private weather: Weather = "open"
  /** springs once: nothing more of its connection passes from the service to the database */
  trap: Trap | null = null

  private constructor(upstream: number) {
    this.upstream = upstream
    this.server = createServer((near) => this.accept(near))
  }

  /** Listens on a port of its own until the scope closes. */
  static open(upstream: number): Effect.Effect<Proxy, never, Scope> {
    return Effect.acquireRelease(
      Effect.promise(async () => {
        const proxy = new Proxy(upstream)
        proxy.server.listen(0, "127.0.0.1")
        await once(proxy.server, "listening")
        return proxy
      }),
      (proxy) =>
        Effect.sync(() => {
          proxy.server.close()
          proxy.become("cut")
        })
    )
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port // it listens on TCP
  }

  become(weather: Weather): void {
    this.weather = weather
    for (const [near, far] of this.pairs) {
      if (weather === "cut") near.destroy()
      else if (weather === "silent") for (const socket of [near, far]) socket.pause()
      else for (const socket of [near, far]) socket.resume()
    }
  }

  private accept(near: Socket): void {
    if (this.weather === "cut") return void near.destroy()
    const far = connect({ host: "127.0.0.1", port: this.upstream, noDelay: true })
    const pair = [near, far] as const
    this.pairs.add(pair)
    const part = () => {
      this.pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const [from, to] of [
      [near, far],
      [far, near]
    ] as const) {
      const late: Array<{ readonly at: number; readonly piece: Buffer }> = []
      const deliver = () => {
        while (late.length > 0 && late[0]!.at <= performance.now()) to.write(late.shift()!.piece)
      }
      from
        .setNoDelay(true)
        .on("error", part)
        .on("close", part)
        .on("data", (piece) => {
          if (from === near && this.trap !== null && piece.includes(this.trap.text)) {
            const { share, strike } = this.trap
            this.trap = null
            to.write(piece.subarray(0, Math.ceil(share * piece.length)))
            near.pause()
            return strike()
          }
          const isSlow = this.weather === "slow"
          if (!isSlow && late.length === 0) return void to.write(piece)
          // never before what came before it
          late.push({ at: performance.now() + (isSlow ? LATE_MS : 0), piece })
          setTimeout(deliver, LATE_MS + 1)
        })
    }
    if (this.weather === "silent") for (const socket of pair) socket.pause()
  }
}
