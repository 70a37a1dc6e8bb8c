// Limits of the WebSocket connections of devices: their number, their memory and their timeouts.
import { Context } from "effect"

/** `WebsocketBounds` bounds the connections of one server. */
export interface WebsocketBounds {
  /** open connections */
  readonly connections: number
  /** open connections of one data source */
  readonly connectionsPerSource: number
  /**
   * connections without a token yet, counted apart from the others, in all and of one address; the bytes of
   * their first frame, and how long each may take to send it
   */
  readonly unauthenticated: number
  readonly unauthenticatedPerAddress: number
  readonly firstFrameBytes: number
  readonly firstFrameTimeoutMs: number
  /** bytes of incomplete frames, of all connections and of those of one address */
  readonly partialBytes: number
  readonly partialBytesPerAddress: number
  /** how long a frame may take from its first byte to its last */
  readonly frameTimeoutMs: number
  /** interval of pings; a connection that is silent for two intervals is closed */
  readonly heartbeatMs: number
  /** interval of the checks whether sources are still enabled, and frames within their time */
  readonly recheckIntervalMs: number
  /** frames of a connection, and their bytes, that wait to be stored; above them nothing more is read */
  readonly queuedFrames: number
  readonly queuedBytes: number
  /** waiting bytes of all connections; above them a connection with waiting frames reads no more */
  readonly queuedBytesOfAll: number
  /** bytes of answers that a device has not read; above them nothing more is stored for it */
  readonly unreadBytes: number
}

/** `defaultWebsocketLimits` are the limits of a server. */
export const defaultWebsocketLimits: WebsocketBounds = {
  connections: 4000,
  connectionsPerSource: 1000,
  unauthenticated: 200,
  unauthenticatedPerAddress: 50,
  firstFrameBytes: 4096,
  firstFrameTimeoutMs: 10_000,
  partialBytes: 64 * 1024 * 1024,
  partialBytesPerAddress: 16 * 1024 * 1024,
  frameTimeoutMs: 120_000,
  heartbeatMs: 30_000,
  recheckIntervalMs: 1000,
  queuedFrames: 32,
  queuedBytes: 2 * 1024 * 1024,
  queuedBytesOfAll: 128 * 1024 * 1024,
  unreadBytes: 256 * 1024
}

/** `WebsocketLimits` are the limits in force; tests set smaller ones. */
export const WebsocketLimits = Context.Reference<WebsocketBounds>("api/WebsocketLimits", {
  defaultValue: () => defaultWebsocketLimits
})
