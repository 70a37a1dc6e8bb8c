// What pages have read from the server. The stream changes it; a page never keeps a copy.
import { QueryCache, QueryClient } from "@tanstack/react-query"
import { belongs } from "../api/lastRequests.ts"
import { Refused } from "../api/Refused.ts"

/** What was answered is worth asking again only where nothing was answered, or the server had trouble. */
const isPassing = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status >= 500)

/** Where it is kept who is signed in; null: nobody. */
export const SESSION = ["session"] as const

/** A read that is refused for want of a session: there is none any more, and whoever shows it asks for one. */
const noteStranger = (error: unknown): void => {
  if (error instanceof Refused && error.status === 401) queryClient.setQueryData(SESSION, null)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteStranger }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // a browser that believes itself offline is believed by nobody: whether the server answers is found by asking
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (times, error) => times < 3 && isPassing(error),
      // stands around each read: its requests are known by the signal that they carry
      persister: (read, context, { queryHash }) => {
        belongs(context.signal, queryHash)
        return read(context)
      }
    }
  }
})
