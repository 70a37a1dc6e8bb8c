// The positions on the map, outside React: fetched data plus the updates of the event stream.
import type { Alert } from "../../data/alerts.ts"
import { isGraver } from "../../design/marks/severities.ts"
import { isPlace, type Seen, shownAs } from "../../data/mapQueries.ts"
import type { Fix } from "../../data/stream.ts"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import type { Bounds, Place } from "../../map/places.ts"

/** Speed below which a subject stands; receivers drift by as much. */
const STANDING_MPS = 0.15
/** Minimum time between two draws. */
const FRAME_MS = 250

/** worstOf returns the worst severity of open alerts by subject. */
const worstOf = (
  alerts: ReadonlyArray<Alert>,
  isShown: (id: string) => boolean
): ReadonlyMap<string, Alert["severity"]> => {
  const worst = new Map<string, Alert["severity"]>()
  for (const alert of alerts) {
    const id = shownAs(alert, isShown),
      { severity } = alert
    if (id === null) continue
    const before = worst.get(id)
    if (before === undefined || isGraver(severity, before)) worst.set(id, severity)
  }
  return worst
}

const isMoving = (speed: number | null): boolean => (speed ?? 0) > STANDING_MPS

/** placeOf converts a subject to a place of the map. */
export const placeOf = (
  { geometry, id, properties: p }: Seen,
  severity: Alert["severity"] | null
): Place => ({
  id,
  at: [geometry.coordinates[0], geometry.coordinates[1]],
  name: p.entity_name ?? p.device_name ?? "",
  entityType: p.entity_type,
  heading: p.heading_deg,
  moving: isMoving(p.speed_mps),
  silent: p.reporting === "silent",
  severity
})

/** LiveMap keeps the map up to date with fetched data, alerts and the event stream. */
export class LiveMap {
  private readonly map: Pick<TrackingMap, "choose" | "move" | "setPlaces">
  private readonly places = new Map<string, Place>()
  /** time of the newest fix by subject */
  private readonly times = new Map<string, number>()
  /** when the stream delivered that fix, by the local clock; a subject without entry has its fetched position */
  private readonly heard = new Map<string, number>()
  private readonly moved = new Set<string>()
  private alerts: ReadonlyArray<Alert> = []
  private worst: ReadonlyMap<string, Alert["severity"]> = new Map()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly followers = new Set<() => void>()
  private chosen: string | null = null
  /** places that are shown while the cursor is in the past; null: live */
  private past: ReadonlyMap<string, Place> | null = null

  constructor(map: LiveMap["map"]) {
    this.map = map
  }

  /**
   * Replaces all subjects by a response whose request was sent at `begun` (local clock). Fixes that the
   * stream delivered later stay; older ones may have been corrected.
   */
  setAll(seen: ReadonlyArray<Seen>, begun: number): void {
    const before = new Map(this.places)
    const ids = new Set(seen.map(({ id }) => id))
    this.worst = worstOf(this.alerts, (id) => ids.has(id))
    this.places.clear()
    for (const one of seen) {
      const place = placeOf(one, this.worst.get(one.id) ?? null)
      const time = Date.parse(one.properties.time)
      const known = before.get(one.id)
      const newer =
        known !== undefined &&
        (this.heard.get(one.id) ?? -Infinity) >= begun &&
        this.times.get(one.id)! > time
      this.places.set(one.id, newer ? { ...known, severity: place.severity, silent: false } : place)
      if (newer) continue
      this.times.set(one.id, time)
      this.heard.delete(one.id)
    }
    this.show()
  }

  /** Sets the open alerts; each subject is drawn in its worst severity. */
  setAlerts(alerts: ReadonlyArray<Alert>): void {
    const before = this.worst
    this.alerts = alerts
    this.worst = worstOf(alerts, this.isShown)
    const others = [...new Set([...before.keys(), ...this.worst.keys()])].filter(
      (id) => before.get(id) !== this.worst.get(id) && this.places.has(id)
    )
    if (others.length === 0) return
    for (const id of others)
      this.places.set(id, { ...this.places.get(id)!, severity: this.worst.get(id) ?? null })
    if (this.past === null) this.show()
  }

  /** Shows these places; updates of the stream are stored. */
  pause(places: ReadonlyArray<Place>): void {
    this.past = new Map(places.map((place) => [place.id, place]))
    this.show()
  }

  /** Shows live positions again. */
  resume(): void {
    if (this.past === null) return
    this.past = null
    this.show()
  }

  /** Applies fixes of the stream, received at `heard` (local clock). */
  move(fixes: ReadonlyArray<Fix>, heard = Date.now()): void {
    for (const fix of fixes) {
      if (!isPlace(fix)) continue
      const { heading_deg, lat, lon, speed_mps, time } = fix
      const id = shownAs(fix, this.isShown),
        at = Date.parse(time)
      if ((this.times.get(id) ?? -Infinity) >= at) continue
      const known = this.places.get(id)
      if (known === undefined) continue // a new subject has no name yet: the next response brings it
      this.times.set(id, at)
      this.heard.set(id, heard)
      const moving = isMoving(speed_mps)
      this.places.set(id, { ...known, at: [lon, lat], heading: heading_deg, moving, silent: false })
      this.moved.add(id)
    }
    if (this.moved.size > 0 && this.past === null) this.timer ??= setTimeout(() => this.draw(), FRAME_MS)
  }

  choose(id: string | null): void {
    this.chosen = id
    this.follow()
  }

  /**
   * Calls `tell` when places may have changed: a fix came, or another time is shown. Returns a function that
   * stops that.
   */
  onMoved(tell: () => void): () => void {
    this.followers.add(tell)
    return () => this.followers.delete(tell)
  }

  /** Returns the place of a subject; undefined: unknown. */
  place(id: string): Place | undefined {
    return (this.past ?? this.places).get(id)
  }

  /** Returns the time of the newest fix in epoch ms. */
  seenAt(id: string): number | undefined {
    return this.times.get(id)
  }

  leave(): void {
    clearTimeout(this.timer)
  }

  private readonly isShown = (id: string): boolean => this.places.has(id)

  private show(): void {
    this.moved.clear()
    this.map.setPlaces([...(this.past ?? this.places).values()])
    this.follow()
  }

  private draw(): void {
    this.timer = undefined
    if (this.past !== null) return
    this.map.move([...this.moved].map((id) => this.places.get(id)!))
    if (this.chosen !== null && this.moved.has(this.chosen)) this.follow()
    this.moved.clear()
  }

  private follow(): void {
    this.map.choose(this.chosen === null ? null : (this.place(this.chosen) ?? null))
    for (const tell of this.followers) tell()
  }
}

/** Field is an open map with its live positions. */
export interface Field {
  readonly map: TrackingMap
  readonly live: LiveMap
  /** bounds at the start; null: there was nothing to show */
  readonly startedOn: Bounds | null
}
