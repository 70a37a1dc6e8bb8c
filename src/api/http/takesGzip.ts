/** Whether an `Accept-Encoding` admits gzip. */
export const takesGzip = (encodings: string | undefined): boolean =>
  (encodings ?? "").split(",").some((one) => /^(gzip|\*)(?!\s*;\s*q=0(\.0*)?$)/i.test(one.trim()))
