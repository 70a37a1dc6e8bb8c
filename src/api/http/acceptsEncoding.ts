// Reads which compressions the header `Accept-Encoding` accepts.
const accepts =
  (coding: RegExp) =>
  (codings: string | undefined): boolean =>
    (codings ?? "").split(",").some((entry) => coding.test(entry.trim()))

/** Returns whether gzip is accepted. */
export const acceptsGzip = accepts(/^(gzip|\*)(?!\s*;\s*q=0(\.0*)?$)/i)
/** Returns whether Brotli is accepted. */
export const acceptsBrotli = accepts(/^br(?!\s*;\s*q=0(\.0*)?$)/i)
