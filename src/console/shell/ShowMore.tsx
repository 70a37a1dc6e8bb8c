// The next page of a list that is read page after page, where there is one.
import look from "./showMore.module.css"

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export const ShowMore = ({ of }: { readonly of: Pages }) =>
  of.hasNextPage && (
    <button
      className={`btn ${look["more"]}`}
      disabled={of.isFetchingNextPage}
      onClick={() => void of.fetchNextPage()}
    >
      Show more
    </button>
  )
