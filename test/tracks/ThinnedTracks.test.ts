// The tracks of a file for a map: as many points as there is room for, whatever the file's length and order.
import { assert, describe, it } from "vitest"
import {
  MAX_POINTS,
  MAX_TRACK_POINTS,
  MAX_TRACKS,
  ThinnedTracks,
  type ThinTrack
} from "../../src/tracks/ThinnedTracks.ts"

const pointsOf = ({ places }: ThinTrack): number => places.length / 2

describe("the tracks of a file", () => {
  it("of few positions are whole, in the order of time, with most positions first", () => {
    const tracks = new ThinnedTracks()
    tracks.see("Alma", 2, 10.2, 47)
    tracks.see("Berta", 1, 11, 48)
    tracks.see("Alma", 1, 10.1, 47)
    tracks.see("Alma", 3, 10.3, 47)
    assert.deepStrictEqual(tracks.drawn(), {
      tracks: [
        { animal: "Alma", positions: 3, places: [10.1, 47, 10.2, 47, 10.3, 47] },
        { animal: "Berta", positions: 1, places: [11, 48] }
      ],
      undrawn: 0
    })
  })

  it("of many positions keep every so many, the first and the last", () => {
    const tracks = new ThinnedTracks()
    for (let i = 0; i < 123_456; i++) tracks.see("Alma", i, i / 1000, 47)
    const [track] = tracks.drawn().tracks
    assert.strictEqual(track!.positions, 123_456)
    assert.isAtMost(pointsOf(track!), MAX_TRACK_POINTS)
    assert.isAbove(pointsOf(track!), MAX_TRACK_POINTS / 3)
    assert.deepStrictEqual([track!.places[0], track!.places.at(-2)], [0, 123.455])
  })

  it("of many animals share the room, and animals beyond are counted", () => {
    const tracks = new ThinnedTracks(),
      animals = MAX_TRACKS + 12
    for (let i = 0; i < 500; i++)
      for (let animal = 0; animal < animals; animal++) tracks.see(`Cow ${animal}`, i, animal / 1000, i / 1000)
    const { tracks: drawn, undrawn } = tracks.drawn()
    assert.strictEqual(undrawn, 12)
    assert.lengthOf(drawn, MAX_TRACKS)
    assert.isAtMost(
      drawn.reduce((sum, track) => sum + pointsOf(track), 0),
      MAX_POINTS
    )
    for (const track of drawn) assert.strictEqual(track.positions, 500)
  })

  it("give room to animals that come late in the file", () => {
    const tracks = new ThinnedTracks()
    for (let animal = 0; animal < 40; animal++)
      for (let i = 0; i < 3000; i++) tracks.see(`Cow ${animal}`, i, animal, i / 100)
    const { tracks: drawn } = tracks.drawn()
    for (const track of drawn) {
      assert.isAbove(pointsOf(track), 100)
      assert.isAtMost(pointsOf(track), MAX_POINTS / 40)
    }
  })
})
