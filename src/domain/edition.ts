// Editions of records that people edit, identified by the time of their last change: each change is later than the
// one before, to the millisecond.

/** Returns the edition of a record: its `ETag`, and the `If-Match` of a write that replaces it. */
export const editionOf = ({ updated_at }: { readonly updated_at: string }): string =>
  String(Date.parse(updated_at))
