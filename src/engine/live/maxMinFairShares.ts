// Who gets how much of what is scarce: those who want least get what they want, the others an equal part of
// what is left.

/** Each with its share, at least one; `most` is exceeded only where that many want something. */
export const maxMinFairShares = <T extends { readonly size: number }>(
  wanting: ReadonlyArray<T>,
  most: number
): ReadonlyArray<{ readonly of: T; readonly share: number }> => {
  let left = most
  return wanting
    .toSorted((a, b) => a.size - b.size)
    .map((of, i) => {
      const share = Math.min(of.size, Math.max(1, Math.floor(left / (wanting.length - i))))
      left -= share
      return { of, share }
    })
}
