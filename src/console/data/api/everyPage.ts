// Reads all pages of a list.

interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

interface Pages<Item> {
  readonly items: ReadonlyArray<Item>
  /** whether the list has more items than were read */
  readonly isCut: boolean
}

/**
 * everyPage reads page after page until the list ends or `most` items were read; `read` receives the query
 * members that select the page.
 */
export const everyPage = async <Item>(
  read: (place: { readonly cursor?: string }) => Promise<Page<Item>>,
  most = Infinity
): Promise<Pages<Item>> => {
  const items: Array<Item> = []
  let next: string | null = null
  do {
    const page: Page<Item> = await read(next === null ? {} : { cursor: next })
    items.push(...page.items)
    next = page.next_cursor
  } while (next !== null && items.length < most)
  return { items, isCut: next !== null }
}
