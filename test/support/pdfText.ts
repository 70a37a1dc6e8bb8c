// The pages of a PDF as Chromium prints it, as text: enough of the format for what Skia writes (PDF 1.4, no streams
// of objects, texts as hexadecimal glyphs with a table to Unicode).
import { inflateSync } from "node:zlib"

interface Font {
  /** hexadecimal digits of a glyph */
  readonly digits: number
  readonly letters: ReadonlyMap<number, string>
}

const textOfHex = (hex: string): string =>
  (hex.match(/.{4}/gu) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("")

/** The letters of a font by glyph, from its table: single ones, and runs that go on by one. */
const lettersOf = (table: string): ReadonlyMap<number, string> => {
  const letters = new Map<number, string>()
  for (const [, part] of table.matchAll(/beginbfchar\s([\s\S]*?)endbfchar/gu))
    for (const [, glyph, hex] of part!.matchAll(/<(\w+)>\s*<(\w+)>/gu))
      letters.set(Number.parseInt(glyph!, 16), textOfHex(hex!))
  for (const [, part] of table.matchAll(/beginbfrange\s([\s\S]*?)endbfrange/gu))
    for (const [, low, high, hex] of part!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/gu)) {
      const first = Number.parseInt(low!, 16),
        code = Number.parseInt(hex!, 16)
      for (let glyph = first; glyph <= Number.parseInt(high!, 16); glyph++)
        letters.set(glyph, String.fromCharCode(code + glyph - first))
    }
  return letters
}

/** A text without white space and ligatures, as `pdfPages` has it. */
export const inked = (text: string): string => text.normalize("NFKC").replaceAll(/\s/gu, "")

/** The texts of the pages of a PDF, as `inked`, in the order in which they are painted. */
export const pdfPages = (pdf: Buffer): ReadonlyArray<string> => {
  const source = pdf.toString("latin1")
  const objects = new Map<number, { readonly head: string; readonly body: number }>()
  for (const match of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:endobj|stream\r?\n)/gu))
    objects.set(Number(match[1]), { head: match[2]!, body: match.index + match[0].length })
  const streamOf = (id: number): string => {
    const { body, head } = objects.get(id)!
    const bytes = pdf.subarray(body, body + Number(/\/Length (\d+)/u.exec(head)![1]))
    return (head.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1")
  }
  const fonts = new Map<number, Font>()
  const fontOf = (id: number): Font => {
    const head = objects.get(id)!.head,
      table = /\/ToUnicode (\d+)/u.exec(head)
    const font = fonts.get(id) ?? {
      digits: head.includes("/Type0") ? 4 : 2,
      letters: table === null ? new Map<number, string>() : lettersOf(streamOf(Number(table[1])))
    }
    fonts.set(id, font)
    return font
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/u.test(head))
  return pages.map(({ head }) => {
    const names = new Map(
      [...head.matchAll(/\/(F\d+) (\d+) 0 R/gu)].map(([, name, id]) => [name!, Number(id)])
    )
    const content = streamOf(Number(/\/Contents (\d+)/u.exec(head)![1]))
    let font: Font | null = null,
      text = ""
    for (const [, name, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/gu)) {
      if (name !== undefined) font = fontOf(names.get(name)!)
      else if (font !== null)
        for (const glyph of hex!.match(new RegExp(`.{${font.digits}}`, "gu")) ?? [])
          text += font.letters.get(Number.parseInt(glyph, 16)) ?? ""
    }
    return inked(text)
  })
}
