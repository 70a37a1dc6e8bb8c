// The button that reads the next page of a list, where there is one.
import { words } from "../../words/language.ts"
import look from "./showMore.module.css"

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** The button that reads the next page. */
export const ShowMore = ({ of }: { readonly of: Pages }) =>
  of.hasNextPage && (
    <button
      className={`btn ${look["more"]}`}
      disabled={of.isFetchingNextPage}
      onClick={() => void of.fetchNextPage()}
    >
      {words.common.buttons.showMore}
    </button>
  )
