// What a list shows while what is looked for changes.

/**
 * The rows of before, until those that are asked are there; never those of another project. For keys
 * whose second part is the project.
 */
export const whileNarrowing =
  (projectId: string) =>
  <Rows>(
    before: Rows | undefined,
    asked: { readonly queryKey: ReadonlyArray<unknown> } | undefined
  ): Rows | undefined =>
    asked?.queryKey[1] === projectId ? before : undefined
