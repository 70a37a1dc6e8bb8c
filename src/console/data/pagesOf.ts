// Lists of the API that are read page after page, as query options.
import { infiniteQueryOptions, type InfiniteData, type Query, type QueryKey } from "@tanstack/react-query"
import type { Path } from "../../contract/wire.ts"
import { type Answer, type Call, call } from "./api/call.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

type Pages<P extends Path<"GET">> = InfiniteData<Answer<"GET", P>, string | null>

interface PagesOptions<P extends Path<"GET">> extends Pick<Call<"GET", P>, "params" | "query"> {
  /** the rows of before stay while the filter changes; for keys whose second part is the project */
  readonly keepsRows?: boolean
  readonly refetchInterval?: number | ((query: Query<Answer<"GET", P>, Error, Pages<P>>) => number | false)
}

/**
 * Returns the options of a list, for `useInfiniteQuery`.
 *
 * @example
 *   useInfiniteQuery(pagesOf(["devices", id], "/devices/", { query: { project_id: id, limit: 100 } }))
 */
export const pagesOf = <const P extends Path<"GET">>(
  queryKey: QueryKey,
  path: P,
  { keepsRows = true, refetchInterval, ...asked }: PagesOptions<P>
) =>
  infiniteQueryOptions<Answer<"GET", P>, Error, Pages<P>, QueryKey, string | null>({
    queryKey,
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...asked.query, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return call("GET", path, { ...asked, query, signal } as Call<"GET", P>)
    },
    getNextPageParam: (page) => (page as { readonly next_cursor: string | null }).next_cursor,
    ...(keepsRows ? { placeholderData: whileNarrowing(queryKey[1]) } : {}),
    ...(refetchInterval === undefined ? {} : { refetchInterval })
  })
