// An XML file of places as rows of a table, read piece by piece.
import { TableBroken } from "../domain/intake/TableBroken.ts"
import { latin1 } from "./encodings.ts"
import type { ResumePoint, Row } from "./readTable.ts"
import type { TrackFile } from "./TrackFile.ts"

/** XML_START resumes at the first row. */
export const XML_START: ResumePoint = { offset: 0, line: 0 }

/** How its characters are written, as its first bytes say; XML without a word about it is UTF-8. */
export const xmlEncoding = (start: Uint8Array): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  return (
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/u.exec(latin1(start))?.[1]?.toLowerCase() ??
    "utf-8"
  )
}

/** Returns the name of the first element, without its prefix; "" where there is none among the first bytes. */
export const rootOf = (start: Uint8Array): string => {
  const encoding = xmlEncoding(start),
    text = encoding.startsWith("utf-16") ? latin1(start).replaceAll("\0", "") : latin1(start)
  return /<(?:\w[\w.-]*:)?(\w[\w.-]*)/u.exec(text.replaceAll(/<!--.*?-->/gsu, ""))?.[1] ?? ""
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

/** What collects the places of a text. */
export interface Collector<A> {
  readonly line: number
  readonly read: (text: string) => ReadonlyArray<A>
  readonly end: () => void
}

/**
 * What a collector finds in a file. `isSaid`: a person may say another encoding, where this one does not
 * hold. Throws `TableBroken`.
 */
export async function* readXml<A>(
  file: TrackFile,
  encoding: string,
  points: Collector<A>,
  isSaid = true
): AsyncGenerator<A> {
  const decoder = decoderOf(encoding)
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      const reason = `there are bytes that are not ${encoding}`
      throw new TableBroken(points.line, reason, isSaid ? "not in this encoding" : undefined)
    }
  }
  for await (const piece of file.read(0)) yield* points.read(decode(piece))
  yield* points.read(decode())
  points.end()
}

/** Returns the rows that end after `from`, of a file that is read again from its beginning. */
export async function* rowsAfter(rows: AsyncIterable<Row>, from: ResumePoint): AsyncGenerator<Row> {
  for await (const row of rows) if (row.offset > from.offset) yield row
}
