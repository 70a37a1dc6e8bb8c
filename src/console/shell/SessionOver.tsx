// Sends the user to the sign-in page when the session ends, and back afterwards. Unsaved text is kept as a draft
// (writing.ts), and restored when the form opens again.
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { around, session } from "../data/session.ts"

/** Redirects to the sign-in page when the session ends. */
export const SessionOver = () => {
  const { data: me } = useQuery({ ...session, ...around })
  const router = useRouter()
  useEffect(() => {
    // read the address now: a moment later it is that of the sign-in page
    if (me === null)
      void router.navigate({ to: "/login", search: { to: router.latestLocation.href, over: true } })
  }, [me, router])
  return null
}
