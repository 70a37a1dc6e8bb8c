// Strangers at the door: requests with made-up logins and tokens, timed to the last byte of the answer. Each
// login comes from an address of its own, as the server is told by a proxy it trusts: so the wait of those
// who failed before is out of the way.
import { randomBytes, randomInt } from "node:crypto"
import { Agent, request } from "node:http"
import type { Server } from "./Server.ts"

/** With it in its environment, the server believes what strangers say of their address. */
export const trusting = { TRUSTED_PROXIES: "127.0.0.1" }

export interface Answered {
  readonly status: number
  /** ms */
  readonly took: number
}

const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Something with as many characters as `like`. */
export const another = (like: string): string =>
  randomBytes(like.length).toString("base64url").slice(0, like.length)

/** `connections` at most, which are kept open. */
export class Strangers {
  private readonly port: number
  private readonly agent: Agent

  constructor({ port }: Server, connections: number) {
    this.port = port
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  close(): void {
    this.agent.destroy()
  }

  private ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string
  ): Promise<Answered> {
    return new Promise((done, fail) => {
      const began = performance.now()
      const sent = request(
        {
          host: "127.0.0.1",
          port: this.port,
          method,
          path: `/api/v1${path}`,
          agent: this.agent,
          headers: {
            ...headers,
            ...(body === undefined
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
          }
        },
        (answer) => {
          answer
            .on("error", fail)
            .on("end", () => done({ status: answer.statusCode!, took: performance.now() - began }))
            .resume()
        }
      )
      sent.on("error", fail).end(body)
    })
  }

  logIn(email: string, password: string): Promise<Answered> {
    return this.ask(
      "POST",
      "/auth/login",
      { "x-forwarded-for": anyAddress() },
      JSON.stringify({ email, password })
    )
  }

  /** Asks who the token's owner is. */
  show(token: string): Promise<Answered> {
    return this.ask("GET", "/auth/me", { authorization: `Bearer ${token}` })
  }
}
