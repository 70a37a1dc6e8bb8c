// Sign-out: pending removals are sent first, while the session still exists.
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { signOut } from "../../data/session.ts"
import { leaveAll } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"

/** useSignOut returns a function that ends the session and opens the login page. */
export const useSignOut = (): (() => Promise<void>) => {
  const navigate = useNavigate()
  return async () => {
    await leaveAll()
    try {
      await signOut()
    } catch (refused) {
      toast(words.common.account.stillSignedIn({ why: sentenceOf(refused) }), "bad")
      return
    }
    await navigate({ to: "/login" })
  }
}
