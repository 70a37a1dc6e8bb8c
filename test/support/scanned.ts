// Reads a QR code from its drawn modules, as a camera does.
import jsQR from "jsqr"

/** The package is CommonJS: what Node imports is the reader itself, what its types say is a module around it. */
const read = jsQR as unknown as typeof jsQR.default

/** SCALE is how many pixels a module has. */
const SCALE = 4

/** scanned is the text of a code that is drawn as rectangles, `M4 4h7v1h-7z`, on `size` by `size`. */
export const scanned = (d: string, size: number): string => {
  const wide = size * SCALE
  const pixels = new Uint8ClampedArray(wide * wide * 4).fill(255)
  for (const [, x, y, run] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column++)
        pixels.set([0, 0, 0], (row * wide + column) * 4)
  return read(pixels, wide, wide)?.data ?? ""
}
