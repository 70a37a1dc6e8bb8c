// Counts WebSocket frames of which only a part has arrived: their bytes are in memory before the frame can be
// handled, so they are bounded, in all and per address, and have a deadline.
import type { Socket } from "node:net"
import type { RawData, WebSocket } from "ws"
import type { WebsocketBounds } from "./WebsocketLimits.ts"

/** `MAX_HEADER_BYTES` is the largest header of a client's frame (RFC 6455, section 5.2). */
const MAX_HEADER_BYTES = 14

type PartialBounds = Pick<
  WebsocketBounds,
  "firstFrameBytes" | "frameTimeoutMs" | "partialBytes" | "partialBytesPerAddress"
>

/** `PartialFrame` counts the incomplete frame of one connection. */
export class PartialFrame {
  /** bytes of the incomplete frame */
  private bytes = 0
  /** bytes of the latest chunk, of which a complete frame may leave a rest */
  private latestBytes = 0
  /** when the incomplete frame began, epoch ms; null: there is none */
  private startedAt: number | null = null
  private isAuthenticated: boolean
  private readonly count: (bytes: number) => boolean
  private readonly websocket: Pick<WebSocket, "isPaused" | "terminate">

  /** `count` adds bytes, and returns whether they are within the limits. */
  constructor(
    isAuthenticated: boolean,
    count: (bytes: number) => boolean,
    websocket: Pick<WebSocket, "isPaused" | "terminate">
  ) {
    this.isAuthenticated = isAuthenticated
    this.count = count
    this.websocket = websocket
  }

  /** Marks the connection as authenticated: its frames may be large from now on. */
  setAuthenticated(): void {
    this.isAuthenticated = true
  }

  /** Counts a chunk of `bytes` that has arrived. */
  arrive(bytes: number): void {
    this.latestBytes = bytes
    this.set(this.bytes + bytes)
  }

  /** Subtracts a complete message of `bytes`. */
  finish(bytes: number): void {
    this.startedAt = null
    const rest = Math.min(this.bytes - bytes - MAX_HEADER_BYTES, this.latestBytes)
    this.set(Math.max(0, rest))
  }

  /** Closes the connection if its first frame is too large. To be called after the arrived bytes were parsed. */
  check({ firstFrameBytes }: PartialBounds, now: number): void {
    if (this.bytes > 0) this.startedAt ??= now
    if (!this.isAuthenticated && this.bytes > firstFrameBytes + MAX_HEADER_BYTES) this.websocket.terminate()
  }

  /** Closes the connection if its frame takes too long, except while the server itself has paused it. */
  checkDeadline({ frameTimeoutMs }: PartialBounds, now: number): void {
    if (this.websocket.isPaused && this.startedAt !== null) this.startedAt = now
    if (this.startedAt !== null && now - this.startedAt > frameTimeoutMs) this.websocket.terminate()
  }

  /** Subtracts what is left when the connection closes. */
  release(): void {
    this.set(0)
  }

  private set(bytes: number): void {
    const more = bytes - this.bytes
    this.bytes = bytes
    if (!this.count(more)) this.websocket.terminate()
  }
}

/** `PartialFrames` counts the incomplete frames of all connections of a server. */
export class PartialFrames {
  private total = 0
  private readonly byAddress = new Map<string, number>()
  private readonly frames = new Set<PartialFrame>()
  private readonly limits: PartialBounds

  constructor(limits: PartialBounds) {
    this.limits = limits
  }

  /** Counts what arrives on a connection until its socket closes; `now` returns epoch ms. */
  watch(
    { websocket, socket }: { readonly websocket: WebSocket; readonly socket: Socket },
    address: string,
    { isAuthenticated }: { readonly isAuthenticated: boolean },
    now: () => number
  ): PartialFrame {
    const frame = new PartialFrame(isAuthenticated, (bytes) => this.add(address, bytes), websocket)
    this.frames.add(frame)
    // before the parser reads these bytes
    socket.prependListener("data", (chunk: Buffer) => frame.arrive(chunk.length))
    // and after it
    socket.on("data", () => frame.check(this.limits, now()))
    websocket.on("message", (data: RawData) => frame.finish(lengthOf(data)))
    websocket.on("ping", (data: Buffer) => frame.finish(data.length))
    websocket.on("pong", (data: Buffer) => frame.finish(data.length))
    socket.once("close", () => {
      this.frames.delete(frame)
      frame.release()
    })
    return frame
  }

  /** Closes connections whose frame takes too long. */
  checkDeadlines(now: number): void {
    for (const frame of this.frames) frame.checkDeadline(this.limits, now)
  }

  /** Adds bytes of an address, and returns whether they are within the limits. */
  private add(address: string, bytes: number): boolean {
    this.total += bytes
    const rest = (this.byAddress.get(address) ?? 0) + bytes
    if (rest === 0) this.byAddress.delete(address)
    else this.byAddress.set(address, rest)
    return (
      bytes <= 0 || (this.total <= this.limits.partialBytes && rest <= this.limits.partialBytesPerAddress)
    )
  }
}

const lengthOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
