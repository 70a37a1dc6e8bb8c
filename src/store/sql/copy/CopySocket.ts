// The socket that a pool hands to the driver, which knows no COPY from the client. The driver runs a statement
// that names a prepared COPY; the socket sends that COPY in its place, and gives the driver the answer of a plain
// statement. The driver thus keeps its own order, cancellation and errors, and nothing but its documented option
// `stream` and the protocol of PostgreSQL is relied on.
import { Duplex } from "node:stream"
import { type OpeningSocket, openSocket, type ServerAddress } from "./openSocket.ts"

/** CopyRequest is a COPY to send: a statement for `stdin`, and its rows; null: only a test of the socket. */
interface CopyRequest {
  readonly statement: string
  readonly rows: Uint8Array
}

/** SAVEPOINT_NAME is the savepoint in which rows are copied. */
export const SAVEPOINT_NAME = "copied_rows"

/** REQUEST_PREFIX is what the text of a statement begins with that stands for a request. */
const REQUEST_PREFIX = "pugmark-copy "

const requests = new Map<string, CopyRequest | null>()
let lastRequest = 0

/** Stores a request; returns the text that stands for it. */
export const storeRequest = (request: CopyRequest | null): string => {
  const text = `${REQUEST_PREFIX}${++lastRequest}`
  requests.set(text, request)
  return text
}

/** Forgets a request. */
export const forgetRequest = (text: string): void => void requests.delete(text)

const HEADER_BYTES = 5
const [PARSE, ERROR, READY, COMPLETE, COPY_IN] = ["P", "E", "Z", "C", "G"].map((c) => c.charCodeAt(0))
/** QUERY_OFFSET is where the text of an unnamed Parse message begins: header, and the empty name. */
const QUERY_OFFSET = HEADER_BYTES + 1

const message = (type: string, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(type, 0, "latin1")
  header.writeInt32BE(4 + size, 1)
  return Buffer.concat([header, ...parts])
}
const queryMessage = (text: string): Buffer => message("Q", Buffer.from(`${text}\0`))
/** The header of the message with the rows, which follow without being moved. */
const rowsHeader = (size: number): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write("d", 0, "latin1")
  header.writeInt32BE(4 + size, 1)
  return header
}
const copyDone = message("c")
/** What a driver reads of a statement without columns before its completion: parsed, bound, no data. */
const statementHead = Buffer.concat([message("1"), message("2"), message("n")])
const testAnswer = Buffer.concat([
  statementHead,
  message("C", Buffer.from("COPY 0\0")),
  message("Z", Buffer.from("I"))
])

/** Returns the text that stands for a request in what the driver writes; null: an ordinary message. */
const requestIn = (written: Buffer): string | null => {
  if (written[0] !== PARSE || written[HEADER_BYTES] !== 0) return null
  const prefixEnd = QUERY_OFFSET + REQUEST_PREFIX.length
  if (written.toString("latin1", QUERY_OFFSET, prefixEnd) !== REQUEST_PREFIX) return null
  return written.toString("latin1", QUERY_OFFSET, written.indexOf(0, prefixEnd))
}

/** CopyAnswer turns the messages that answer a COPY into those that answer a plain statement. */
class CopyAnswer {
  private rest: Buffer = Buffer.alloc(0)
  private isRefused = false

  /** Reads a chunk; returns what the driver is to read, and whether the answer is complete. */
  read(chunk: Buffer): { readonly forward: ReadonlyArray<Buffer>; readonly isComplete: boolean } {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const forward: Array<Buffer> = []
    let start = 0
    while (bytes.length - start >= HEADER_BYTES) {
      const end = start + 1 + bytes.readInt32BE(start + 1)
      if (end > bytes.length) break
      const read = bytes.subarray(start, end)
      start = end
      switch (read[0]) {
        case COPY_IN:
          break
        case COMPLETE:
          // of savepoint, COPY and release, the driver knows of one statement
          if (read.toString("latin1", HEADER_BYTES, HEADER_BYTES + 5) === "COPY ")
            forward.push(statementHead, read)
          break
        case ERROR:
          if (!this.isRefused) forward.push(read)
          this.isRefused = true
          break
        case READY:
          forward.push(read)
          if (start < bytes.length) forward.push(bytes.subarray(start))
          return { forward, isComplete: true }
        default:
          forward.push(read)
      }
    }
    this.rest = bytes.subarray(start)
    return { forward, isComplete: false }
  }
}

/** CopySocket is a connection to a server on which rows can be copied. */
export class CopySocket extends Duplex {
  private readonly address: ServerAddress
  private opening: OpeningSocket | null = null
  private server: Duplex | null = null
  private answer: CopyAnswer | null = null

  constructor(address: ServerAddress) {
    super({ allowHalfOpen: false })
    this.address = address
  }

  override _construct(done: (error?: Error | null) => void): void {
    this.opening = openSocket(this.address, (error, socket) => {
      if (socket === null) return done(error)
      this.server = socket
      socket.on("data", (chunk: Buffer) => this.receive(chunk))
      socket.on("end", () => this.push(null))
      socket.on("error", (failure: Error) => this.destroy(failure))
      socket.on("close", () => this.destroy())
      done()
    })
  }

  private receive(chunk: Buffer): void {
    if (this.answer === null) {
      if (!this.push(chunk)) this.server!.pause()
      return
    }
    const { forward, isComplete } = this.answer.read(chunk)
    if (isComplete) this.answer = null
    for (const bytes of forward) this.push(bytes)
  }

  override _read(): void {
    this.server?.resume()
  }

  override _write(written: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    const text = requestIn(written)
    const request = text === null ? undefined : requests.get(text)
    if (request === undefined) this.server!.write(written)
    else if (request === null) this.push(testAnswer)
    else this.copy(request)
    done()
  }

  /**
   * Sends savepoint, COPY, rows and release in one write. The rows need not wait for the server's consent: it
   * skips the rows of a COPY that it has refused.
   */
  private copy({ rows, statement }: CopyRequest): void {
    const server = this.server!
    this.answer = new CopyAnswer()
    server.cork()
    server.write(queryMessage(`savepoint ${SAVEPOINT_NAME}; ${statement}; release ${SAVEPOINT_NAME}`))
    server.write(rowsHeader(rows.length))
    server.write(rows)
    server.write(copyDone)
    server.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.server!.end(() => done())
  }

  override destroy(error?: Error): this {
    // Node waits for the construction before it destroys, and a server that is silent would keep it waiting
    this.opening?.destroy()
    return super.destroy(error)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.server?.destroy()
    done(error)
  }
}
