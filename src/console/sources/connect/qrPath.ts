// A QR code as the path of an SVG, made in the page: no text leaves it.
import { correction, generate } from "lean-qr"

/** QUIET is the white edge that a reader needs, in modules. */
const QUIET = 4

export interface QrPath {
  /** width and height with the white edge, in modules */
  readonly size: number
  /** a rectangle for each run of dark modules in a row */
  readonly d: string
}

/** @throws where the text is too long for a code: about 2,300 characters */
export const qrPath = (text: string): QrPath => {
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q })
  const runs: Array<string> = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x++
      const wide = x + 1 - from
      runs.push(`M${from + QUIET} ${y + QUIET}h${wide}v1h-${wide}z`)
    }
  return { size: code.size + 2 * QUIET, d: runs.join("") }
}
