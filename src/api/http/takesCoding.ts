// Which compressions an `Accept-Encoding` admits.
const takes =
  (coding: RegExp) =>
  (codings: string | undefined): boolean =>
    (codings ?? "").split(",").some((one) => coding.test(one.trim()))

export const takesGzip = takes(/^(gzip|\*)(?!\s*;\s*q=0(\.0*)?$)/i)
export const takesBrotli = takes(/^br(?!\s*;\s*q=0(\.0*)?$)/i)
