// Copies a page to share: its address, or its requests as curl commands.
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
export const copyLink = (): void => copyText(location.href, "The link to this view is on the clipboard.")

/** Copies the requests as curl commands. */
export const copyPage = (): void => {
  const commands = requestsOf(location.pathname, shown()).map((asked) => curlOf(location.origin, asked))
  if (commands.length === 0) return toast("This page has made no requests.", "bad")
  copyText(
    `${commands.join("\n")}\n`,
    `${commands.length} ${commands.length === 1 ? "request is" : "requests are"} on the clipboard, with ` +
      "$PUGMARK_TOKEN for the token."
  )
}
