// Coordinates as text, one per line, so that shapes can be typed, pasted and read without a pointer. Longitude first
// as in GeoJSON, unless letters (N, E) say otherwise; an empty line separates parts.
import type { Position } from "geojson"
import { words } from "../../../words/language.ts"
import type { Part } from "./shape.ts"

/** Decimals that are shown, about ten centimetres; unchanged coordinates keep full precision. */
const MAX_DECIMALS = 6

const text = (degrees: number): string => String(Number(degrees.toFixed(MAX_DECIMALS)))

/** textOf writes parts as text; a ring without its closing position. */
export const textOf = (parts: ReadonlyArray<Part>): string =>
  parts
    .map(({ places, type }) =>
      (type === "Polygon" && places.length > 1 ? places.slice(0, -1) : places)
        .map(([lon = 0, lat = 0]) => `${text(lon)}, ${text(lat)}`)
        .join("\n")
    )
    .join("\n\n")

const WITH_POINT = /^([-+−]?\d+(?:\.\d+)?)°?\s*[,;\s]\s*([-+−]?\d+(?:\.\d+)?)°?$/
const WITH_COMMA = /^([-+−]?\d+(?:,\d+)?)°?\s*[;\s]\s*([-+−]?\d+(?:,\d+)?)°?$/
const LETTERED = /^(\d+(?:[.,]\d+)?)\s*°?\s*([NSEWnsew])[\s,;]+(\d+(?:[.,]\d+)?)\s*°?\s*([NSEWnsew])$/

const numberOf = (written: string): number => Number(written.replace(",", ".").replace("−", "-"))

const lettered = (line: string): Position | undefined => {
  const found = LETTERED.exec(line)
  if (found === null) return undefined
  const [, first = "", one = "", second = "", other = ""] = found
  const degrees = (written: string, letter: string) => numberOf(written) * (/[SW]/i.test(letter) ? -1 : 1)
  const isNorthing = (letter: string) => /[NS]/i.test(letter)
  if (isNorthing(one) === isNorthing(other)) return undefined
  const [a, b] = [degrees(first, one), degrees(second, other)]
  return isNorthing(one) ? [b, a] : [a, b]
}

/** readPlace parses one line; undefined: invalid. */
export const readPlace = (line: string): Position | undefined => {
  const said = line.trim().replace(/[;,]$/, "")
  const found = WITH_POINT.exec(said) ?? WITH_COMMA.exec(said)
  return found === null ? lettered(said) : [numberOf(found[1]!), numberOf(found[2]!)]
}

/** Unread is the first invalid line. */
interface Unread {
  readonly line: number
  readonly detail: string
}

/** readPlaces returns the positions of each block, or the first invalid line. */
export const readPlaces = (written: string): ReadonlyArray<ReadonlyArray<Position>> | Unread => {
  const blocks: Array<Array<Position>> = []
  let open = false
  for (const [i, line] of written.split("\n").entries()) {
    if (line.trim() === "") {
      open = false
      continue
    }
    const place = readPlace(line)
    if (place === undefined)
      return {
        line: i + 1,
        detail: words.areas.text.notPosition({ line: i + 1 })
      }
    if (!open) blocks.push([])
    open = true
    blocks.at(-1)!.push(place)
  }
  return blocks
}

const closed = (places: ReadonlyArray<Position>): ReadonlyArray<Position> => {
  const first = places[0],
    last = places.at(-1)
  if (first === undefined || last === undefined) return places
  return places.length > 1 && first[0] === last[0] && first[1] === last[1] ? places : [...places, first]
}

/** partsIn converts blocks to parts; an unchanged position keeps its full precision. */
export const partsIn = (
  blocks: ReadonlyArray<ReadonlyArray<Position>>,
  type: Part["type"],
  before: ReadonlyArray<Part> = []
): ReadonlyArray<Part> => {
  const exact = new Map(
    before.flatMap(({ places }) =>
      places.map((p): [string, Position] => [`${text(p[0]!)},${text(p[1]!)}`, p])
    )
  )
  const whole = ([lon = 0, lat = 0]: Position) => exact.get(`${text(lon)},${text(lat)}`) ?? [lon, lat]
  // every point is a part of its own
  if (type === "Point") return blocks.flat().map((place) => ({ type, places: [whole(place)] }))
  return blocks.map((places) => {
    const kept = places.map(whole)
    return { type, places: type === "Polygon" ? closed(kept) : kept }
  })
}
