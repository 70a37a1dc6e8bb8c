// A list that is read whole, page after page.

interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

interface Pages<Item> {
  readonly items: ReadonlyArray<Item>
  /** there are more than were read */
  readonly isCut: boolean
}

/** `read` is given what names the page, as part of its query; no page is asked for beyond `most` items. */
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
