// Frames of which only a part has come: their bytes wait in memory before anything can be decided about them, so
// they are counted, in all and of one address, and have a deadline.
import type { Socket } from "node:net"
import type { RawData, WebSocket } from "ws"
import type { LineBounds } from "./LineLimits.ts"

/** The largest header of a client's frame (RFC 6455, section 5.2). */
const MAX_HEADER_BYTES = 14

type PartialBounds = Pick<LineBounds, "firstFrameBytes" | "frameMs" | "partBytes" | "partBytesOfAddress">

/** One line whose unfinished frame is counted. */
export class PartialFrame {
  /** bytes that have come of a frame that is not whole */
  private bytes = 0
  /** bytes that came last, of which a whole frame may leave some */
  private newest = 0
  /** when the frame that is not whole began, epoch ms; null: there is none */
  private since: number | null = null
  private isKnown: boolean
  private readonly count: (bytes: number) => boolean
  private readonly line: Pick<WebSocket, "isPaused" | "terminate">

  /** `count` adds bytes, and says whether they fit. */
  constructor(
    isKnown: boolean,
    count: (bytes: number) => boolean,
    line: Pick<WebSocket, "isPaused" | "terminate">
  ) {
    this.isKnown = isKnown
    this.count = count
    this.line = line
  }

  /** From now on the line is a device's, whose frames may be large. */
  become(): void {
    this.isKnown = true
  }

  arrive(bytes: number): void {
    this.newest = bytes
    this.set(this.bytes + bytes)
  }

  /** A whole message of so many bytes has come. */
  finish(bytes: number): void {
    this.since = null
    const rest = Math.min(this.bytes - bytes - MAX_HEADER_BYTES, this.newest)
    this.set(Math.max(0, rest))
  }

  /** Ends the line if what waits is too much. To be asked once what has arrived is read. */
  check({ firstFrameBytes }: PartialBounds, now: number): void {
    if (this.bytes > 0) this.since ??= now
    if (!this.isKnown && this.bytes > firstFrameBytes + MAX_HEADER_BYTES) this.line.terminate()
  }

  /** Ends the line if its frame takes too long, other than because nothing of it is read at the moment. */
  look({ frameMs }: PartialBounds, now: number): void {
    if (this.line.isPaused && this.since !== null) this.since = now
    if (this.since !== null && now - this.since > frameMs) this.line.terminate()
  }

  release(): void {
    this.set(0)
  }

  private set(bytes: number): void {
    const more = bytes - this.bytes
    this.bytes = bytes
    if (!this.count(more)) this.line.terminate()
  }
}

/** PartialFrames counts the unfinished frames of all lines of a server. */
export class PartialFrames {
  private total = 0
  private readonly byAddress = new Map<string, number>()
  private readonly lines = new Set<PartialFrame>()
  private readonly limits: PartialBounds

  constructor(limits: PartialBounds) {
    this.limits = limits
  }

  /** Counts what comes on a line until its socket closes; `now` is the time, epoch ms. */
  watch(
    { line, socket }: { readonly line: WebSocket; readonly socket: Socket },
    address: string,
    isKnown: boolean,
    now: () => number
  ): PartialFrame {
    const frame = new PartialFrame(isKnown, (bytes) => this.add(address, bytes), line)
    this.lines.add(frame)
    // before the frames are read of which these bytes are
    socket.prependListener("data", (chunk: Buffer) => frame.arrive(chunk.length))
    // and after
    socket.on("data", () => frame.check(this.limits, now()))
    line.on("message", (data: RawData) => frame.finish(lengthOf(data)))
    line.on("ping", (data: Buffer) => frame.finish(data.length))
    line.on("pong", (data: Buffer) => frame.finish(data.length))
    socket.once("close", () => {
      this.lines.delete(frame)
      frame.release()
    })
    return frame
  }

  /** Ends lines whose frame takes too long. */
  look(now: number): void {
    for (const frame of this.lines) frame.look(this.limits, now)
  }

  /** Adds bytes of an address; whether they are within the bounds. */
  private add(address: string, bytes: number): boolean {
    this.total += bytes
    const rest = (this.byAddress.get(address) ?? 0) + bytes
    if (rest === 0) this.byAddress.delete(address)
    else this.byAddress.set(address, rest)
    return bytes <= 0 || (this.total <= this.limits.partBytes && rest <= this.limits.partBytesOfAddress)
  }
}

const lengthOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
