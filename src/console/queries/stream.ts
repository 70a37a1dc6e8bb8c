// The live stream of a project, outside React: one EventSource for all tabs of a browser, because HTTP/1.1 gives
// an origin six connections. The tab that holds the lock listens and passes on; when it goes, the next one
// resumes where it was.
import type { Event } from "../../domain/event/Event.ts"
import type { Position } from "../../domain/tracking/Position.ts"
import type { Alert } from "./alerts.ts"

/** A fix as the stream tells it: the newest of its subject. */
export type Fix = Pick<Position, "device_id" | "entity_id" | "time" | "speed_mps" | "record_type"> & {
  readonly lon: number
  readonly lat: number
  readonly heading_deg: number | null
}

export type Entry =
  | { readonly type: "fixes"; readonly data: ReadonlyArray<Fix> }
  | { readonly type: "alert.created" | "alert.updated"; readonly data: Alert }
  | { readonly type: "event.created" | "event.updated"; readonly data: Event }
  | { readonly type: "run.updated"; readonly data: { readonly id: string } }
  /** the stream is there, and tells whatever happens from now on; what was read before may be older */
  | { readonly type: "open"; readonly data: null }
  /** the stream is gone, and is being tried again */
  | { readonly type: "lost"; readonly data: null }

const resumed = ["alert.created", "alert.updated", "event.created", "event.updated", "run.updated"] as const

/** A connection that was refused rather than interrupted is not tried again by the browser itself. */
const REFUSED_MS = 3000

/** On a network that swallows everything the question would wait for minutes: the stream is tried without. */
const ASKED_MS = 10_000

/** The server says every 15 s that it is alive: a connection on which it has not for so long is none. */
const SILENT_MS = 40_000

interface Told {
  readonly entry: Entry
  /** id of the newest entry; where the next listener goes on */
  readonly last: string
  /** the tab that has asked; absent: all */
  readonly to?: string
}

/** A tab that was just opened asks how it stands. */
interface Question {
  readonly from: string
}

interface Listener {
  readonly address: (last: string) => string
  readonly tell: (told: Told) => void
  /** asked before a refused connection is tried again; false: it need not be */
  readonly isWorthwhile: () => Promise<boolean>
  readonly left: AbortSignal
}

const after = <A>(ms: number, value: A) => new Promise<A>((done) => setTimeout(done, ms, value))

/** Listens until `left`; `last`: where to go on. */
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
      silence = setTimeout(cut, SILENT_MS)
    }
    const open = () => {
      isAlive()
      source = new EventSource(address(last))
      source.addEventListener("alive", isAlive)
      source.addEventListener("error", () => {
        if (left.aborted) return
        say({ type: "lost", data: null })
        // a session that is over ends its stream: who is asked to sign in is not left to wait for it
        if (source?.readyState === EventSource.CLOSED) void again()
        else void isWorthwhile()
      })
      source.addEventListener("position.batch", ({ data }: MessageEvent<string>) => {
        const { items }: { readonly items: ReadonlyArray<Fix> } = JSON.parse(data)
        say({ type: "fixes", data: items })
      })
      source.addEventListener("hello", ({ data }: MessageEvent<string>) => {
        isAlive() // the browser may have come back by itself
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
      const worthwhile = await Promise.race([isWorthwhile(), after(ASKED_MS, true)])
      isAsking = false
      if (left.aborted) return
      timer = setTimeout(() => (worthwhile ? open() : void again()), REFUSED_MS)
    }
    // a connection without a network hangs for minutes before the browser says so, or for ever
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
  /** listens, and passes on what is told, until `left` */
  readonly lead: (pass: (told: Told) => void) => Promise<void>
  readonly hear: (told: Told) => void
  readonly left: AbortSignal
}

/** One tab leads, the others hear of it; one that comes later asks how it stands. */
const share = ({ hear, lead, left, name }: Sharing): void => {
  const channel = new BroadcastChannel(name)
  const me = crypto.randomUUID()
  /** how it stands with the stream of this tab; null: another leads, or nothing is known yet */
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

/** What tabs of the same person and project tell each other on. */
export const channelOf = (userId: string, projectId: string): string => `pugmark ${userId} ${projectId}`

/**
 * Tells every entry until the answer is called. Tabs share a stream where they have the same person and
 * project.
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
  // there are no locks without TLS except on localhost: then every tab listens for itself
  if (isSecureContext) share({ name, lead, hear, left: left.signal })
  else void lead(hear)
  return () => left.abort()
}
