// Max-min fair division of a limit: small demands are met in full, the others get equal parts of what is
// left.

/**
 * Returns each demand with its share, at least one; `most` is exceeded only where there are more demands than
 * that.
 */
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
