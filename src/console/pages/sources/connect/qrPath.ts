// A QR code as an SVG path, made in the page: the text is not sent anywhere.
import { correction, generate } from "lean-qr"

/** QUIET_ZONE_MODULES is the width of the white border that readers need, in modules. */
const QUIET_ZONE_MODULES = 4

/** A QR code as a path. */
interface QrPath {
  /** width and height with the border, in modules */
  readonly size: number
  /** a rectangle per run of dark modules in a row */
  readonly d: string
}

/**
 * Encodes a text.
 *
 * @throws where the text is too long for a code: about 2,300 characters
 */
export const qrPath = (text: string): QrPath => {
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q })
  const runs: Array<string> = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x++
      const wide = x + 1 - from
      runs.push(`M${from + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${wide}v1h-${wide}z`)
    }
  return { size: code.size + 2 * QUIET_ZONE_MODULES, d: runs.join("") }
}
