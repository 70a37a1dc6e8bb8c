// The track points of a GPX file (1.0 or 1.1) as rows of a table, read as a stream: memory does not grow with
// the file. XML that a GPX file has no use for (document types, deep nesting, endless texts) ends the
// reading, by name and line; nothing is fetched or expanded.
import { createReadStream } from "node:fs"
import { basename } from "node:path"
import { SaxesParser } from "saxes"
import { type From, type Row, TableBroken } from "./readTable.ts"

/** What the cells of a row are, by names that tables have. */
export const GPX_HEADER = [
  "individual_id",
  "timestamp",
  "lon",
  "lat",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "satellites",
  "temperature_c",
  "visible"
] as const

/** The first row, which has no place in the file. */
export const GPX_BODY: From = { offset: 0, line: 0 }

/** Elements in elements; a track point lies at four, its extensions a few deeper. */
const MAX_DEPTH = 32
/** Characters of a tag, a text or a comment: what is not closed must not swallow the memory. */
const MAX_TOKEN = 1024 * 1024
/** Characters of a text that are read; a name has at most 200. */
const MAX_TEXT = 300

/**
 * Members of a point by the element that says them, wherever it stands inside: 1.0 has speed and course, 1.1
 * extensions.
 */
const members: Readonly<Record<string, (typeof GPX_HEADER)[number]>> = {
  time: "timestamp",
  ele: "altitude_m",
  speed: "speed_mps",
  course: "heading_deg",
  sat: "satellites",
  atemp: "temperature_c"
}

type Point = Partial<Record<(typeof GPX_HEADER)[number], string>>

/** How its characters are written, as its first bytes say; XML without a word about it is UTF-8. */
export const gpxEncoding = (start: Buffer): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  return (
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/u
      .exec(start.toString("latin1"))?.[1]
      ?.toLowerCase() ?? "utf-8"
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

/** Collects the points of what it is given, in order. Throws `TableBroken`. */
class Points {
  private readonly parser = new SaxesParser<{ readonly xmlns: false }>({ xmlns: false })
  private readonly path: Array<string> = []
  private readonly unnamed: string
  private readonly animal: string | undefined
  private track = ""
  private point: Point | null = null
  private text = ""
  /** where the last tag or text ended */
  private since = 0
  private found: Array<Row> = []

  /** `unnamed`: whose the tracks without a name are; `animal`: whose all are. */
  constructor(unnamed: string, animal: string | undefined) {
    this.unnamed = unnamed
    this.animal = animal
    const { parser } = this
    parser.on("error", ({ message }) =>
      this.refuse(`it is not well-formed XML: ${message.replace(/^[^ ]*\d+:\d+: /u, "")}`)
    )
    parser.on("doctype", () =>
      this.refuse("the file has a document type (DTD), which GPX has not and which is not read")
    )
    parser.on("opentag", ({ attributes, name }) => this.open(name.slice(name.indexOf(":") + 1), attributes))
    parser.on("closetag", () => this.close())
    for (const event of ["text", "cdata"] as const) {
      parser.on(event, (text) => {
        this.since = parser.position
        if (this.text.length < MAX_TEXT) this.text += text.slice(0, MAX_TEXT)
      })
    }
    for (const event of ["comment", "processinginstruction"] as const)
      parser.on(event, () => void (this.since = parser.position))
  }

  get line(): number {
    return this.parser.line
  }

  private refuse(reason: string): never {
    throw new TableBroken(this.parser.line, reason)
  }

  private open(name: string, { lat = "", lon = "" }: Readonly<Record<string, string>>): void {
    const { parser, path } = this
    this.since = parser.position
    this.text = ""
    if (path.length === 0 && name !== "gpx")
      this.refuse(`the file is no GPX: it begins with <${name.slice(0, 40)}>`)
    if (path.length >= MAX_DEPTH) this.refuse(`elements lie more than ${MAX_DEPTH} deep in each other`)
    path.push(name)
    if (name === "trk") this.track = ""
    if (name === "trkpt") this.point = { lon, lat }
  }

  private close(): void {
    const { parser, path, point } = this,
      name = path.pop()!,
      text = this.text.replaceAll(/\s+/gu, " ").trim()
    this.since = parser.position
    this.text = ""
    if (name === "name" && path.at(-1) === "trk") this.track = text
    if (point === null) return
    const member = members[name]
    if (member !== undefined) point[member] ??= text
    // what our own export says of a position that counts as wrong
    if (name === "cmt" && text.startsWith("marked as wrong")) point.visible = "false"
    if (name !== "trkpt") return
    const named = { ...point, individual_id: this.animal ?? (this.track === "" ? this.unnamed : this.track) }
    this.found.push({
      cells: GPX_HEADER.map((column) => named[column] ?? ""),
      line: parser.line,
      offset: parser.position
    })
    this.point = null
  }

  /** The points that are whole now. */
  read(text: string): ReadonlyArray<Row> {
    const { parser } = this
    parser.write(text)
    if (parser.position - this.since > MAX_TOKEN)
      this.refuse(`a tag, a text or a comment has more than ${MAX_TOKEN} characters, or is not closed`)
    const { found } = this
    this.found = []
    return found
  }

  end(): void {
    this.parser.close()
  }
}

/**
 * The points of `file` that end after `from`, an offset in characters. `animal`: whose all of them are.
 * Throws `TableBroken`.
 */
export async function* readGpx(
  file: string,
  encoding: string,
  animal: string | undefined,
  from: From = GPX_BODY
): AsyncGenerator<Row> {
  const decoder = decoderOf(encoding),
    points = new Points(basename(file).replace(/\.gpx$/iu, ""), animal)
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new TableBroken(points.line, `there are bytes that are not ${encoding}`)
    }
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    for (const row of points.read(decode(chunk))) if (row.offset > from.offset) yield row
  }
  for (const row of points.read(decode())) if (row.offset > from.offset) yield row
  points.end()
}
