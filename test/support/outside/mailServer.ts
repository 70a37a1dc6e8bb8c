// A real mail server: takes every mail unless a test says otherwise, and keeps it as it came.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"

export interface Mail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** headers, an empty line, body */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly mails: ReadonlyArray<Mail>
}

/**
 * What the server says to a recipient: null takes it, a number with a text refuses. `seen` counts the
 * recipients so far.
 */
export type Judge = (
  recipient: string,
  seen: number
) => { readonly status: number; readonly text: string } | null

/** Listens until the scope closes. With `password`, only who logs in as `pugmark` with it may send. */
export const openMailServer = (
  options: { readonly judge?: Judge; readonly password?: string } = {}
): Effect.Effect<MailServer, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const mails: Array<Mail> = []
        let seen = 0
        const server = new SMTPServer({
          disabledCommands: options.password === undefined ? ["AUTH", "STARTTLS"] : ["STARTTLS"],
          allowInsecureAuth: true,
          authMethods: ["PLAIN"],
          onAuth: ({ password, username }, _, callback) => {
            if (username === "pugmark" && password === options.password) callback(null, { user: "pugmark" })
            else callback(new Error(`Invalid login ${username}/${password}`))
          },
          onRcptTo: ({ address }, _, callback) => {
            const refusal = options.judge?.(address, ++seen) ?? null
            callback(
              refusal === null
                ? null
                : Object.assign(new Error(refusal.text), { responseCode: refusal.status })
            )
          },
          onData: (stream, { envelope }, answer) => {
            const keep = async () => {
              const raw = await text(stream)
              mails.push({
                from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
                to: envelope.rcptTo.map((r) => r.address),
                raw
              })
              answer()
            }
            void keep()
          }
        })
        const listening = server.listen(0, "127.0.0.1")
        server.on("error", () => {}) // a client that hangs up
        await once(listening, "listening")
        // it listens on TCP
        return { server, mail: { port: (listening.address() as AddressInfo).port, mails } }
      }),
      ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(resolve)))
    ),
    ({ mail }) => mail
  )
