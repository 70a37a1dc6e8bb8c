// The tracks of a file with few points, for a map of what is in it. Memory has a bound, however long the file is.

/** Points of one animal. */
export const MAX_TRACK_POINTS = 2000
/** Points of all animals. */
export const MAX_POINTS = 20_000
/** Animals that have a track; those that come later in the file are counted. */
export const MAX_TRACKS = 100

/** ThinTrack is where an animal was, in the order of time. */
export interface ThinTrack {
  readonly animal: string
  /** positions that the file has of it */
  readonly positions: number
  /** longitude and latitude in turn */
  readonly places: ReadonlyArray<number>
}

/** DrawnTracks are all tracks of a file. */
export interface DrawnTracks {
  /** those with most positions first */
  readonly tracks: ReadonlyArray<ThinTrack>
  /** animals with positions that have no track here */
  readonly undrawn: number
}

/** Every `stride`th point of a track. */
class Thinned {
  positions = 0
  private stride = 1
  private points: Array<readonly [at: number, lon: number, lat: number]> = []
  private last: readonly [at: number, lon: number, lat: number] | null = null

  add(at: number, lon: number, lat: number, limit: number): void {
    this.last = [at, lon, lat]
    if (this.positions++ % this.stride === 0) this.points.push(this.last)
    this.thin(limit)
  }

  /** Leaves out every second point until there are fewer than `limit`: the last of the track has room. */
  thin(limit: number): void {
    while (this.points.length >= limit) {
      this.points = this.points.filter((_, place) => place % 2 === 0)
      this.stride *= 2
    }
  }

  get places(): ReadonlyArray<number> {
    const { last, points } = this
    const all = last === null || points.at(-1) === last ? points : [...points, last]
    return all.toSorted(([a], [b]) => a - b).flatMap(([, lon, lat]) => [lon, lat])
  }
}

/** ThinnedTracks collects positions in whatever order a file has them. */
export class ThinnedTracks {
  private readonly tracks = new Map<string, Thinned>()
  private readonly undrawn = new Set<string>()

  see(animal: string, at: number, lon: number, lat: number): void {
    let track = this.tracks.get(animal)
    if (track === undefined) {
      if (this.tracks.size >= MAX_TRACKS) {
        this.undrawn.add(animal)
        return
      }
      this.tracks.set(animal, (track = new Thinned()))
      for (const other of this.tracks.values()) other.thin(this.limit)
    }
    track.add(at, lon, lat, this.limit)
  }

  /** Points that each track may have. */
  private get limit(): number {
    return Math.min(MAX_TRACK_POINTS, Math.floor(MAX_POINTS / this.tracks.size))
  }

  drawn(): DrawnTracks {
    return {
      tracks: [...this.tracks]
        .map(([animal, { places, positions }]) => ({ animal, positions, places }))
        .toSorted((a, b) => b.positions - a.positions),
      undrawn: this.undrawn.size
    }
  }
}
