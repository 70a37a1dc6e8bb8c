// Whole lists of a server, page by page.
import { Effect } from "effect"

interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** The query of a page. */
interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

/** Reads every item of a list, newest first; `read` asks for one page. */
export const readAll = <A, E, R>(
  read: (query: PageQuery) => Effect.Effect<Page<A>, E, R>
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.gen(function* () {
    const items: Array<A> = []
    let query: PageQuery | null = { limit: 500 }
    while (query !== null) {
      const page: Page<A> = yield* read(query)
      items.push(...page.items)
      query = page.next_cursor === null ? null : { limit: 500, cursor: page.next_cursor }
    }
    return items
  })
