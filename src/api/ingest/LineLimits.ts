// How much lines of devices may take, and how long they may take for it.
import { Context } from "effect"

export interface LineBounds {
  /** lines at a time */
  readonly lines: number
  /** of them, those of one data source */
  readonly ofSource: number
  /**
   * connections without a token yet, counted apart from the others, in all and from one address; the bytes of
   * their first frame, and how long each may take for it, ms
   */
  readonly strangers: number
  readonly strangersOfAddress: number
  readonly firstFrameBytes: number
  readonly patienceMs: number
  /** bytes of frames of which a part has come, of all lines and of those from one address */
  readonly partBytes: number
  readonly partBytesOfAddress: number
  /** how long a frame may take from its first byte to its last, ms */
  readonly frameMs: number
  /** how often a line is tried, ms; silent twice as long, it is over */
  readonly heartbeatMs: number
  /** how often it is looked whether a line may still be held, ms */
  readonly lookMs: number
  /** frames of a line that wait to be stored, and bytes of them, above which nothing more is read */
  readonly frames: number
  readonly bytes: number
  /** bytes of all lines that wait, above which a line with one that waits reads no more */
  readonly allBytes: number
  /** bytes of answers that a device has not read, above which nothing more is stored for it */
  readonly unreadBytes: number
}

export const usualLimits: LineBounds = {
  lines: 4000,
  ofSource: 1000,
  strangers: 200,
  strangersOfAddress: 50,
  firstFrameBytes: 4096,
  patienceMs: 10_000,
  partBytes: 64 * 1024 * 1024,
  partBytesOfAddress: 16 * 1024 * 1024,
  frameMs: 120_000,
  heartbeatMs: 30_000,
  lookMs: 1000,
  frames: 32,
  bytes: 2 * 1024 * 1024,
  allBytes: 128 * 1024 * 1024,
  unreadBytes: 256 * 1024
}

export const LineLimits = Context.Reference<LineBounds>("api/LineLimits", {
  defaultValue: () => usualLimits
})
