// Copies a page to share: its address, or its requests as curl commands.
import { words } from "../../words/language.ts"
import { curlOf, requestsOf } from "../data/api/lastRequests.ts"
import { queryClient } from "../data/queryClient.ts"
import { copyText } from "./clipboard.ts"
import { toast } from "./toasts.ts"

/** Hashes of the queries that the page shows, without those of the shell. */
const shown = (): ReadonlySet<string> =>
  new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .filter(
        (query) =>
          query.isActive() && query.observers.some(({ options }) => options.meta?.["around"] !== true)
      )
      .map(({ queryHash }) => queryHash)
  )

/** Copies the link. The address has the whole state of a view: page, subject, time. */
export const copyLink = (): void => copyText(location.href, words.common.clipboard.link)

/** Copies the requests as curl commands. */
export const copyPage = (): void => {
  const commands = requestsOf(location.pathname, shown()).map((asked) => curlOf(location.origin, asked))
  if (commands.length === 0) return toast(words.common.clipboard.noRequests, "bad")
  copyText(`${commands.join("\n")}\n`, words.common.clipboard.requests({ count: commands.length }))
}
