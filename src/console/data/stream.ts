// The live stream of a project, outside React. All tabs of a browser share one EventSource, because HTTP/1.1
// allows six connections per origin. The tab that holds the lock listens and passes entries on; when it closes,
// the next tab resumes at the same entry.
import type { Event } from "../../domain/event/Event.ts"
import type { Position } from "../../domain/tracking/Position.ts"
import type { Alert } from "./alerts.ts"

/** A fix in the stream: the newest of its subject. */
export type Fix = Pick<Position, "device_id" | "entity_id" | "time" | "speed_mps" | "record_type"> & {
  readonly lon: number
  readonly lat: number
  readonly heading_deg: number | null
}

/** An entry of the stream, or a change of its state. */
export type Entry =
  | { readonly type: "fixes"; readonly data: ReadonlyArray<Fix> }
  | { readonly type: "alert.created" | "alert.updated"; readonly data: Alert }
  | { readonly type: "event.created" | "event.updated"; readonly data: Event }
  | { readonly type: "run.updated"; readonly data: { readonly id: string } }
  /** the stream is connected; what was read before may be out of date */
  | { readonly type: "open"; readonly data: null }
  /** the stream is lost, and retries */
  | { readonly type: "lost"; readonly data: null }

const resumed = ["alert.created", "alert.updated", "event.created", "event.updated", "run.updated"] as const

/**
 * RETRY_DELAY_MS is the delay before the next try after a refusal: the browser itself only retries
 * interrupted connections.
 */
const RETRY_DELAY_MS = 3000

/**
 * SESSION_CHECK_TIMEOUT_MS is how long the check of the session may take: on a network that drops packets it
 * would take minutes. Then the stream is tried without it.
 */
const SESSION_CHECK_TIMEOUT_MS = 10_000

/**
 * SILENCE_TIMEOUT_MS is how long a connection may be silent before it counts as dead; the server sends a
 * heartbeat every 15 s.
 */
const SILENCE_TIMEOUT_MS = 40_000

interface Told {
  readonly entry: Entry
  /** id of the newest entry, where the next listener resumes */
  readonly last: string
  /** the tab that asked; absent: all tabs */
  readonly to?: string
}

/** The question of a new tab for the state of the stream. */
interface Question {
  readonly from: string
}

interface Listener {
  readonly address: (last: string) => string
  readonly tell: (told: Told) => void
  /** checked before a refused connection is retried; false: do not retry */
  readonly isWorthwhile: () => Promise<boolean>
  readonly left: AbortSignal
}

const after = <A>(ms: number, value: A) => new Promise<A>((done) => setTimeout(done, ms, value))

/** Listens until `left` aborts; `from` is the entry to resume after. */
const listen = ({ address, isWorthwhile, left, tell }: Listener, from: string): Promise<void> =>
  new Promise((done) => {
    let last = from
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    const say = (entry: Entry) => tell({ entry, last })
    const isAlive = () => {
      clearTimeout(silence)
      silence = setTimeout(cut, SILENCE_TIMEOUT_MS)
    }
    const open = () => {
      isAlive()
      source = new EventSource(address(last))
      source.addEventListener("alive", isAlive)
      source.addEventListener("error", () => {
        if (left.aborted) return
        say({ type: "lost", data: null })
        // the server closes the stream when the session ends: check at once, so that the sign-in page appears
        // without delay
        if (source?.readyState === EventSource.CLOSED) void again()
        else void isWorthwhile()
      })
      source.addEventListener("position.batch", ({ data }: MessageEvent<string>) => {
        const { items }: { readonly items: ReadonlyArray<Fix> } = JSON.parse(data)
        say({ type: "fixes", data: items })
      })
      source.addEventListener("hello", ({ data }: MessageEvent<string>) => {
        isAlive() // the browser may have reconnected by itself
        const { last_id }: { readonly last_id: string | null } = JSON.parse(data)
        if (last === "" && last_id !== null) last = last_id
        say({ type: "open", data: null })
      })
      source.addEventListener("reset", () => {
        last = ""
        say({ type: "open", data: null })
      })
      for (const type of resumed)
        source.addEventListener(type, (message: MessageEvent<string>) => {
          last = message.lastEventId
          say({ type, data: JSON.parse(message.data) })
        })
    }
    const again = async () => {
      if (left.aborted || isAsking) return
      isAsking = true
      clearTimeout(timer)
      const worthwhile = await Promise.race([isWorthwhile(), after(SESSION_CHECK_TIMEOUT_MS, true)])
      isAsking = false
      if (left.aborted) return
      timer = setTimeout(() => (worthwhile ? open() : void again()), RETRY_DELAY_MS)
    }
    // without a network a connection hangs for minutes before the browser reports it, or for ever
    const cut = () => {
      clearTimeout(silence)
      source?.close()
      say({ type: "lost", data: null })
      void again()
    }
    addEventListener("offline", cut, { signal: left })
    left.addEventListener("abort", () => {
      source?.close()
      clearTimeout(timer)
      clearTimeout(silence)
      done()
    })
    open()
  })

interface Sharing {
  readonly name: string
  /** listens and passes entries on, until `left` aborts */
  readonly lead: (pass: (told: Told) => void) => Promise<void>
  readonly hear: (told: Told) => void
  readonly left: AbortSignal
}

/** One tab leads and broadcasts entries to the others; a new tab asks for the current state. */
const share = ({ hear, lead, left, name }: Sharing): void => {
  const channel = new BroadcastChannel(name)
  const me = crypto.randomUUID()
  /** the state of this tab's stream; null: another tab leads, or it is not known yet */
  let standing: Told | null = null
  const post = (message: Told | Question) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
    channel.postMessage(message)
  }
  const pass = (told: Told) => {
    if (told.entry.type === "open" || told.entry.type === "lost") standing = told
    else if (standing !== null) standing = { ...standing, last: told.last }
    post(told)
    hear(told)
  }
  channel.addEventListener("message", ({ data }: MessageEvent<Told | Question>) => {
    if ("from" in data) {
      if (standing !== null) post({ ...standing, to: data.from })
    } else if (data.to === undefined || data.to === me) hear(data)
  })
  left.addEventListener("abort", () => channel.close())
  navigator.locks.request(name, { signal: left }, () => lead(pass)).catch(() => undefined)
  post({ from: me })
}

/** The name of the broadcast channel of tabs with the same user and project. */
export const channelOf = (userId: string, projectId: string): string => `pugmark ${userId} ${projectId}`

/**
 * Passes every entry to `tell` until the returned function is called. Tabs with the same user and project
 * share a stream.
 */
export const follow = (
  userId: string,
  projectId: string,
  tell: (entry: Entry) => void,
  isWorthwhile: () => Promise<boolean>
): (() => void) => {
  const name = channelOf(userId, projectId)
  const left = new AbortController()
  let last = ""
  const hear = ({ entry, last: newest }: Told) => {
    last = newest
    tell(entry)
  }
  const lead = (pass: (told: Told) => void) =>
    listen(
      {
        address: (from) =>
          `/api/v1/projects/${projectId}/stream?positions=batch${from === "" ? "" : `&last_event_id=${from}`}`,
        tell: pass,
        isWorthwhile,
        left: left.signal
      },
      last
    )
  // without TLS there are no locks except on localhost: then every tab listens for itself
  if (isSecureContext) share({ name, lead, hear, left: left.signal })
  else void lead(hear)
  return () => left.abort()
}
