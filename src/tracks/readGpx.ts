// A GPX file as rows of a table, read piece by piece.
import { type GpxCount, type GpxKind, GpxPoints } from "../domain/intake/GpxPoints.ts"
import { TableBroken } from "../domain/intake/TableBroken.ts"
import { latin1 } from "./encodings.ts"
import type { From, Row } from "./readTable.ts"
import type { TrackFile } from "./TrackFile.ts"

/** The first row, which has no place in the file. */
export const GPX_BODY: From = { offset: 0, line: 0 }

/** How its characters are written, as its first bytes say; XML without a word about it is UTF-8. */
export const gpxEncoding = (start: Uint8Array): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  return (
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/u.exec(latin1(start))?.[1]?.toLowerCase() ??
    "utf-8"
  )
}

const decoderOf = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new TableBroken(
      1,
      `the file says that it is written in ${encoding}, which is not known here: save it as UTF-8`
    )
  }
}

/** What a file holds of each kind. */
export type GpxContents = Readonly<Record<GpxKind, GpxCount>>

async function* read(file: TrackFile, encoding: string, points: GpxPoints): AsyncGenerator<Row> {
  const decoder = decoderOf(encoding)
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new TableBroken(points.line, `there are bytes that are not ${encoding}`, "not in this encoding")
    }
  }
  for await (const piece of file.read(0)) yield* points.read(decode(piece))
  yield* points.read(decode())
  points.end()
}

/**
 * The points of `file` that end after `from`, an offset in characters. `animal`: whose all of them are;
 * `kind`: which are taken. Throws `TableBroken`.
 */
export async function* readGpx(
  file: TrackFile,
  encoding: string,
  animal: string | undefined,
  from: From = GPX_BODY,
  kind: GpxKind = "tracks"
): AsyncGenerator<Row> {
  const points = new GpxPoints(file.name.replace(/^.*[/\\]/u, "").replace(/\.gpx$/iu, ""), animal, kind)
  for await (const row of read(file, encoding, points)) if (row.offset > from.offset) yield row
}

/** Counts what a GPX file holds. Throws `TableBroken`. */
export const gpxContents = async (file: TrackFile, encoding: string): Promise<GpxContents> => {
  const points = new GpxPoints("", undefined)
  for await (const _ of read(file, encoding, points));
  return points.contents
}
