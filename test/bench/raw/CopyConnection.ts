// A connection that does COPY, which the product's driver refuses: as much of PostgreSQL's protocol as the raw
// COPY needs, and no more.
import { Effect, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createConnection, type Socket } from "node:net"

const PROTOCOL_VERSION = 196_608
const AUTHENTICATION_SASL = 10
const KEY_BYTES = 32

/** Frame is a message of the server: its type, one letter, and its body. */
interface Frame {
  readonly type: string
  readonly body: Buffer
}

/** Returns the error of a message "E", whose fields each begin with a letter and end with a zero. */
const refusal = ({ body }: Frame): Error =>
  new Error(
    `PostgreSQL refused: ${
      body
        .toString()
        .split("\0")
        .find((field) => field.startsWith("M"))
        ?.slice(1) ?? "without a message"
    }`
  )

/** Returns a message: its type, its length and its parts. */
const message = (type: string, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const head = Buffer.alloc(type.length + 4)
  head.write(type)
  head.writeInt32BE(4 + parts.reduce((sum, part) => sum + part.length, 0), type.length)
  return Buffer.concat([head, ...parts])
}

const zeroEnded = (...texts: ReadonlyArray<string>) => Buffer.from(texts.map((text) => `${text}\0`).join(""))
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** Returns the last message of SCRAM-SHA-256 (RFC 5802), without channel binding. */
const scramProof = (password: string, clientFirst: string, serverFirst: string): string => {
  const given = new Map(serverFirst.split(",").map((part) => [part[0]!, part.slice(2)]))
  const salted = pbkdf2Sync(
    password,
    Buffer.from(given.get("s")!, "base64"),
    Number(given.get("i")),
    KEY_BYTES,
    "sha256"
  )
  const clientKey = hmac(salted, "Client Key")
  const withoutProof = `c=biws,r=${given.get("r")}`
  const signature = hmac(
    createHash("sha256").update(clientKey).digest(),
    `${clientFirst},${serverFirst},${withoutProof}`
  )
  return `${withoutProof},p=${Buffer.from(clientKey.map((byte, i) => byte ^ signature[i]!)).toString("base64")}`
}

/** CopyConnection is logged in and does one COPY after the other. */
export class CopyConnection {
  private readonly socket: Socket
  private received: Buffer = Buffer.alloc(0)
  private hasClosed = false
  /** called once when bytes have come, or the connection has closed */
  private wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.socket = socket
    socket
      .on("data", (part: Buffer) => {
        this.received = this.received.length === 0 ? part : Buffer.concat([this.received, part])
        this.wake()
      })
      .on("error", () => undefined) // "close" follows
      .on("close", () => {
        this.hasClosed = true
        this.wake()
      })
  }

  /** Connects to a server on this machine, by its socket where the url names one; closes with the scope. */
  static open(url: Redacted.Redacted): Effect.Effect<CopyConnection, never, Scope> {
    const { hostname, password, pathname, port, searchParams, username } = new URL(Redacted.value(url))
    const directory = searchParams.get("host")
    return Effect.acquireRelease(
      Effect.promise(async () => {
        const socket =
          directory === null
            ? createConnection({ host: hostname, port: Number(port), noDelay: true })
            : createConnection(`${directory}/.s.PGSQL.${port}`)
        await once(socket, "connect")
        const connection = new CopyConnection(socket)
        await connection.logIn(username, decodeURIComponent(password), pathname.slice(1))
        return connection
      }),
      ({ socket }) => Effect.sync(() => socket.destroy())
    )
  }

  private async next(): Promise<Frame> {
    for (;;) {
      const length = this.received.length < 5 ? Infinity : this.received.readInt32BE(1) + 1
      if (this.received.length >= length) {
        const frame = {
          type: String.fromCharCode(this.received[0]!),
          body: this.received.subarray(5, length)
        }
        this.received = this.received.subarray(length)
        return frame
      }
      if (this.hasClosed) throw new Error("PostgreSQL closed the connection")
      await new Promise<void>((done) => {
        this.wake = done
      })
    }
  }

  /** Reads up to a message of this type; fails with the server's error. */
  private async until(type: string): Promise<Buffer> {
    for (;;) {
      const frame = await this.next()
      if (frame.type === "E") throw refusal(frame)
      if (frame.type === type) return frame.body
    }
  }

  private async logIn(user: string, password: string, database: string): Promise<void> {
    const version = Buffer.alloc(4)
    version.writeInt32BE(PROTOCOL_VERSION)
    this.socket.write(message("", version, zeroEnded("user", user, "database", database, "")))
    const method = (await this.until("R")).readInt32BE()
    if (method !== AUTHENTICATION_SASL) throw new Error(`PostgreSQL asks for a login of kind ${method}`)
    const clientFirst = `n=,r=${randomBytes(18).toString("base64")}`
    const initial = Buffer.from(`n,,${clientFirst}`),
      initialLength = Buffer.alloc(4)
    initialLength.writeInt32BE(initial.length)
    this.socket.write(message("p", zeroEnded("SCRAM-SHA-256"), initialLength, initial))
    const serverFirst = (await this.until("R")).subarray(4).toString()
    this.socket.write(message("p", Buffer.from(scramProof(password, clientFirst, serverFirst))))
    await this.until("Z")
  }

  /** Does one COPY FROM STDIN, in one write; resolves when it is committed, rejects with the server's message. */
  async copy(statement: string, body: Uint8Array): Promise<void> {
    this.socket.write(Buffer.concat([message("Q", zeroEnded(statement)), message("d", body), message("c")]))
    let error: Error | null = null
    for (let frame = await this.next(); frame.type !== "Z"; frame = await this.next())
      if (frame.type === "E") error = refusal(frame)
    if (error !== null) throw error
  }
}
