// A parser of untrusted XML, piece by piece: memory does not grow with the file. Document types, deep nesting and
// endless texts end the reading, with name and line; nothing is fetched or expanded.
import { SaxesParser } from "saxes"
import { TableBroken } from "../intake/TableBroken.ts"

/** XmlReader handles the elements of one kind of file; names come without their prefix. */
export interface XmlReader {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  /** `text` is what stands in the element itself since its last tag, cut to `maxText` */
  readonly close: (name: string, text: string) => void
}

/** XmlBounds are the limits of a file. */
interface XmlBounds {
  /** what the file is, in words: "GPX" */
  readonly kind: string
  /** elements in elements */
  readonly maxDepth: number
  /** characters of a text that are kept, of all elements or by the name of each */
  readonly maxText: number | ((element: string) => number)
  /** characters of a tag, a text or a comment: what is not closed must not swallow the memory */
  readonly maxToken: number
  /** what a refusal is thrown as; `TableBroken` unless given */
  readonly broken?: (line: number, reason: string) => Error
}

/** StrictXml calls a reader for the elements of a text. Throws `TableBroken`. */
export class StrictXml {
  /** the elements that are open, outermost first */
  readonly path: Array<string> = []
  private readonly parser = new SaxesParser<{ readonly xmlns: false }>({ xmlns: false })
  private readonly bounds: XmlBounds
  private text = ""
  /** where the last tag or text ended */
  private since = 0

  constructor(bounds: XmlBounds, reader: XmlReader) {
    this.bounds = bounds
    const { parser, path } = this,
      { maxText } = bounds
    parser.on("error", ({ message }) =>
      this.refuse(`it is not well-formed XML: ${message.replace(/^[^ ]*\d+:\d+: /u, "")}`)
    )
    parser.on("doctype", () =>
      this.refuse(`the file has a document type (DTD), which ${bounds.kind} has not and which is not read`)
    )
    parser.on("opentag", ({ attributes, name }) => {
      this.since = parser.position
      this.text = ""
      const local = name.slice(name.indexOf(":") + 1)
      if (path.length >= bounds.maxDepth)
        this.refuse(`elements lie more than ${bounds.maxDepth} deep in each other`)
      reader.open(local, attributes)
      path.push(local)
    })
    parser.on("closetag", () => {
      this.since = parser.position
      const { text } = this
      this.text = ""
      reader.close(path.pop()!, text)
    })
    for (const event of ["text", "cdata"] as const)
      parser.on(event, (text) => {
        this.since = parser.position
        const most = typeof maxText === "number" ? maxText : maxText(path.at(-1) ?? "")
        if (this.text.length < most) this.text += text.slice(0, most)
      })
    for (const event of ["comment", "processinginstruction"] as const)
      parser.on(event, () => void (this.since = parser.position))
  }

  get line(): number {
    return this.parser.line
  }

  /** The character after what was read. */
  get position(): number {
    return this.parser.position
  }

  refuse(reason: string): never {
    const { line } = this.parser
    throw this.bounds.broken?.(line, reason) ?? new TableBroken(line, reason)
  }

  read(text: string): void {
    const { maxToken } = this.bounds
    this.parser.write(text)
    if (this.parser.position - this.since > maxToken)
      this.refuse(`a tag, a text or a comment has more than ${maxToken} characters, or is not closed`)
  }

  end(): void {
    this.parser.close()
  }
}
