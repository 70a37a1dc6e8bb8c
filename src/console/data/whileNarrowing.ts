// What a list shows while its filter changes.

/**
 * Keeps the previous rows until the new ones arrive, but never those of another project. For keys whose
 * second part is the project.
 */
export const whileNarrowing =
  (projectId: unknown) =>
  <Rows>(
    before: Rows | undefined,
    asked: { readonly queryKey: ReadonlyArray<unknown> } | undefined
  ): Rows | undefined =>
    asked?.queryKey[1] === projectId ? before : undefined
