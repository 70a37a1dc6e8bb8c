// Sends a file that was looked through: its animals and devices first, then its rows, a piece at a time. A lost
// connection and a busy server are waited for; what was sent twice is stored once.
import { words } from "../../../words/language.ts"
import { Refused } from "../../data/api/Refused.ts"
import { settlePiece } from "../../../tracks/settlePiece.ts"
import { enrol, finishImport, sendRows, type TrackImport } from "../../data/imports.ts"
import { iso } from "../../time/iso.ts"
import { refusedText } from "./refusedRows.ts"
import type { TrackReader } from "./TrackReader.ts"
import type { Found } from "./worker/protocol.ts"

/** Items of a request, as on the command line. */
const PIECE_ITEMS = 2000
/** Devices of a request; a request has room for twice as many. */
const DEVICES = 50
/** The longest wait before a request is tried again. */
const LONGEST_WAIT_MS = 30_000

export interface SendingState {
  readonly import: TrackImport
  /** what is waited for, in words; null: it goes on */
  readonly waiting: string | null
}

interface Sending {
  readonly reader: TrackReader
  readonly found: Found
  readonly entityTypeId: string
  readonly import: TrackImport
  readonly signal: AbortSignal
  readonly tell: (state: SendingState) => void
  /** hears lines of CSV about rows that were not taken */
  readonly keepRefused: (text: string) => void
}

/** Whether a refusal is over by itself. */
const isPassing = ({ status }: Refused): boolean => [0, 408, 425, 429, 500, 502, 503, 504].includes(status)

const waited = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, ms)
    signal.addEventListener("abort", stop, { once: true })
  })

/** Asks until there is an answer, or a refusal that waiting does not mend; `wait` hears what is waited for. */
const persistently = async <A>(
  ask: () => Promise<A>,
  signal: AbortSignal,
  wait: (why: string | null) => void
): Promise<A> => {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await ask()
      if (tries > 0) wait(null)
      return answer
    } catch (error) {
      if (!(error instanceof Refused) || !isPassing(error)) throw error
      const ms =
        error.retryAfter === null ? Math.min(LONGEST_WAIT_MS, 500 * 2 ** tries) : error.retryAfter * 1000
      wait(error.status === 0 ? words.imports.sending.noConnection : error.message)
      await waited(ms, signal)
    }
  }
}

const enrolAll = async ({ entityTypeId, found, import: of, signal, tell }: Sending) => {
  const taxa = new Map(found.taxa)
  const devices = found.devices.map(({ device, on }) => ({
    name: device,
    on: on.map(({ from, individual, to }) => ({
      animal: individual,
      from: iso(from),
      to: to === null ? null : iso(to),
      ...(taxa.has(individual) ? { taxon: taxa.get(individual)! } : {})
    }))
  }))
  for (let i = 0; i < devices.length; i += DEVICES)
    await persistently(
      () => enrol(of, { entity_type_id: entityTypeId, devices: devices.slice(i, i + DEVICES) }, signal),
      signal,
      (waiting) => tell({ import: of, waiting })
    )
}

/**
 * Sends what is still to be sent, and ends the import.
 *
 * @throws Refused where waiting mends nothing; Unread where the file cannot be read on
 */
export const sendFile = async (sending: Sending): Promise<TrackImport> => {
  const { keepRefused, reader, signal, tell } = sending
  let now = sending.import
  tell({ import: now, waiting: null })
  await enrolAll(sending)
  const begun = now.place.offset === 0 ? null : now.place
  await reader.ask<"Pieces">({ _tag: "Pieces", from: begun, size: PIECE_ITEMS })
  for (;;) {
    const piece = await reader.ask<"Next">({ _tag: "Next" })
    if (piece === null) break
    const { begin, body, end, refused } = piece
    const { import: moved, items } = await persistently(
      () =>
        sendRows(
          now,
          {
            from: { offset: begin.offset, line: begin.line },
            to: { offset: end.offset, line: end.line },
            refused: refused.length,
            items: JSON.parse(body)
          },
          signal
        ),
      signal,
      (waiting) => tell({ import: now, waiting })
    )
    now = moved
    keepRefused(refusedText(settlePiece(piece, items).rejected))
    tell({ import: now, waiting: null })
    // another person sends the same file, and is ahead
    if (now.place.offset > end.offset)
      await reader.ask<"Pieces">({ _tag: "Pieces", from: now.place, size: PIECE_ITEMS })
  }
  return finishImport(now)
}
