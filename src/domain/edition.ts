// Editions of records that people edit, told apart by when they were changed: each change is later than the one
// before, to the millisecond.

/** The edition of a record: what stands in its `ETag` and in the `If-Match` of who overwrites it. */
export const editionOf = ({ updated_at }: { readonly updated_at: string }): string =>
  String(Date.parse(updated_at))
