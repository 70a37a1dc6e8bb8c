// What happens in a simulated world, as data: who lives there, which rules and areas there are, what people
// change, what devices send and when. Faults are not part of it: the same story is told under different ones.
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import type { BatchLimits } from "../../src/engine/live/AdaptiveBatchLimit.ts"

/** An area: a rectangle in degrees, its border in it. */
export interface Square {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export interface Area {
  readonly id: string
  readonly name: string
  readonly type: "geofence" | "zone"
  readonly square: Square
}

/** An animal with its collar, or a collar alone (`entityId` null). */
export interface Animal {
  readonly id: string
  readonly projectId: string
  readonly entityId: string | null
  readonly deviceId: string
  readonly groupIds: ReadonlyArray<string>
  /** by which ways in its collar reports; absent: it pushes */
  readonly ways?: ReadonlyArray<string | null>
  /** what it sends while nothing is heard is lost; else it sends that again */
  readonly forgets?: boolean
}

/** When nothing is heard by a way in: null is what is pushed. */
export interface Deafness {
  readonly way: string | null
  readonly from: number
  readonly to: number
}

/**
 * When an animal wears its collar, `[from, to)`: some lose it for a while, early in their story. What it
 * sends meanwhile is the animal's all the same.
 */
export const wornBy = (
  { deviceId }: Animal,
  from: number
): ReadonlyArray<readonly [from: number, to: number]> =>
  Number.parseInt(deviceId.slice(-1), 16) % 2 === 0
    ? [
        [-Infinity, from + 20_000],
        [from + 50_000, Infinity]
      ]
    : [[-Infinity, Infinity]]

export interface Draft {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly document: RuleDocument
}

export interface Project {
  readonly id: string
  readonly areas: ReadonlyArray<Area>
  readonly rules: ReadonlyArray<Draft>
}

export type Kind = "gnss" | "network" | "a" | "b" | "state"

/** One record as a device takes it. Times are epoch ms, in the whole story. */
export interface Item {
  readonly animal: number
  readonly kind: Kind
  readonly at: number
  readonly lon: number
  readonly lat: number
  /** speed, m/s; null: it says none */
  readonly mps: number | null
  readonly value: number
}

/** Records that travel together; of one lane the next leaves when the one before is acknowledged. */
export interface Parcel {
  readonly at: number
  readonly lane: number
  readonly items: ReadonlyArray<Item>
}

export type Change =
  | { readonly what: "document"; readonly rule: string; readonly document: RuleDocument }
  | { readonly what: "break"; readonly rule: string }
  | { readonly what: "enable" | "disable"; readonly rule: string }
  | { readonly what: "area"; readonly area: Area }
  | { readonly what: "area gone"; readonly area: string }
  | { readonly what: "herd"; readonly animal: number; readonly groupIds: ReadonlyArray<string> }

/** What a person changes. */
export interface Edit {
  readonly at: number
  readonly projectId: string
  readonly change: Change
}

/** What befalls one of the engines. */
export interface Blow {
  readonly at: number
  readonly engine: number
  /** leave: it stops in order, and comes back later; overlap: partitions are granted to two engines at once */
  readonly what: "kill" | "stop" | "freeze" | "start" | "leave" | "overlap"
  /** of a freeze, an overlap, or an absence, ms */
  readonly lasts: number
}

export interface Story {
  readonly seed: number
  readonly from: number
  readonly to: number
  readonly projects: ReadonlyArray<Project>
  readonly animals: ReadonlyArray<Animal>
  readonly parcels: ReadonlyArray<Parcel>
  readonly edits: ReadonlyArray<Edit>
  readonly blows: ReadonlyArray<Blow>
  /** absent: everything is heard at any time */
  readonly outages?: ReadonlyArray<Deafness>
  /** how likely an operation of the store goes wrong */
  readonly faults: number
  /** what one commit of an engine may cost; null: what it may in production */
  readonly bounds: BatchLimits | null
  /** it was made wide (makeWide.ts) */
  readonly isWide: boolean
  /** how many engines share the partitions; 1: one has all of them, and another stands by */
  readonly engines: number
  /** engines that leave after the faults, in order, and when after them, ms */
  readonly moves: ReadonlyArray<Pick<Blow, "at" | "engine">>
  /** how long a commit takes for each event in it, ms */
  readonly pace: number
}

/** A document that no program of ours would save: every evaluation of it fails. */
export const brokenDocument = {
  trigger: { kind: "position" },
  conditions: { type: "exec" },
  event: { event_type: "SEEN", title: "broken" }
}
