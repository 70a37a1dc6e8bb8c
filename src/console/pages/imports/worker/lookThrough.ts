// Looks through a file of a browser: its hash, its first rows, and what is in it or is still to be asked.
import { Hash } from "fast-sha256"
import type { GpxCount, GpxKind } from "../../../../domain/intake/GpxPoints.ts"
import { openTable } from "../../../../tracks/openTable.ts"
import { sampleTable } from "../../../../tracks/sampleTable.ts"
import { type Survey, surveyTable } from "../../../../tracks/surveyTable.ts"
import type { Form, Table } from "../../../../tracks/Table.ts"
import { type DrawnTracks, ThinnedTracks } from "../../../../tracks/ThinnedTracks.ts"
import type { TrackFile } from "../../../../tracks/TrackFile.ts"
import type { FileAnswers, Found, Looked, Sample } from "./protocol.ts"
import { tableAnswers } from "./tableAnswers.ts"

/** Rows that the page shows. */
const SHOWN = 20

/** A file of a browser; `beat` hears of every piece that is read, and where it ends. */
export const fileInBrowser = (file: File, beat: (done: number) => void): TrackFile => ({
  name: file.name,
  size: file.size,
  modified: file.lastModified,
  read: async function* (from) {
    const reader = file.slice(from).stream().getReader()
    let done = from
    try {
      for (;;) {
        const piece = await reader.read()
        if (piece.done) return
        done += piece.value.length
        beat(done)
        yield piece.value
      }
    } finally {
      void reader.cancel()
    }
  }
})

/** The SHA-256 of a file in hexadecimal digits. */
export const hashOf = async (file: TrackFile): Promise<string> => {
  const hash = new Hash()
  for await (const piece of file.read(0)) hash.update(piece)
  return [...hash.digest()].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

const sampleOf = async (file: TrackFile, answers: FileAnswers): Promise<Sample | null> => {
  const sample = await sampleTable(file, tableAnswers(answers), SHOWN)
  if (sample === null) return null
  const { contents, form, header, fields, notes, rows } = sample
  return {
    form,
    kind: kindOf(form, header),
    isFixed: form._tag === "Gpx" || form._tag === "Kml",
    besides: (Object.entries(contents ?? {}) as Array<[GpxKind, GpxCount]>).flatMap(([kind, { timed }]) =>
      timed === 0 || (form._tag === "Gpx" && form.kind === kind) ? [] : [[kind, timed] as const]
    ),
    notes,
    header,
    fields: header.map((_, index) => fields.get(index) ?? null),
    rows
  }
}

const kindOf = ({ _tag }: Form, header: ReadonlyArray<string>): Sample["kind"] => {
  switch (_tag) {
    case "Separated":
      return header.some(isMovebankColumn) ? "movebank" : "csv"
    case "Gpx":
      return "gpx"
    case "Kml":
      return "kml"
    case "GeoJson":
      return "geojson"
    case "Sheet":
      return "excel"
  }
}

const foundIn = (survey: Survey, drawn: DrawnTracks, assumesUtc: boolean): Found => {
  const { deployments, first, last, leftOut, refusals: _r, taxa, unread: _u, ...counts } = survey
  return {
    ...counts,
    drawn,
    leftOut: [...leftOut],
    span: first > last ? null : [first, last],
    animals: deployments.individuals,
    devices: deployments.settle().devices,
    taxa: [...taxa],
    assumesUtc
  }
}

/** What is in a file by what was said of it, and the table itself where it says enough. */
export const lookThrough = async (
  file: TrackFile,
  answers: FileAnswers,
  now: number
): Promise<{ readonly looked: Looked; readonly opened: readonly [Table, Survey] | null }> => {
  const sample = await sampleOf(file, answers)
  const choice = { from: -Infinity, to: Infinity, keepOutliers: answers.keep_outliers === true }
  const opened = await openTable(file, tableAnswers(answers), choice, now)
  if (opened._tag !== "Opened") return { looked: { sample, asked: opened, found: null }, opened: null }
  const { table } = opened
  const tracks = new ThinnedTracks(),
    survey = await surveyTable(table, () => undefined, tracks)
  const assumesUtc =
    answers.times_in === undefined && (sample?.isFixed === true || table.header.some(isMovebankColumn))
  return {
    looked: { sample, asked: null, found: foundIn(survey, tracks.drawn(), assumesUtc) },
    opened: [table, survey]
  }
}

const isMovebankColumn = (name: string): boolean => /^location[-_.]long$/iu.test(name.trim())
