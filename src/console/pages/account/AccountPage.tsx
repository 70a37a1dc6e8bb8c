// The account of the signed-in user: name and contact details, credentials, and preferences of the console.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { session } from "../../data/session.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Logo } from "../../design/marks/Logo.tsx"
import { copyPage } from "../../shell/copyPage.ts"
import { Notices } from "../../shell/Notices.tsx"
import { SessionOver } from "../../shell/SessionOver.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { usePageTitle } from "../../documentTitle.ts"
import { Chat } from "./Chat.tsx"
import { Clients } from "./Clients.tsx"
import { Console } from "./Console.tsx"
import { PasswordForm } from "./PasswordForm.tsx"
import { Profile } from "./Profile.tsx"
import { Sessions } from "./Sessions.tsx"
import { Tokens } from "./Tokens.tsx"
import { useSignOut } from "./useSignOut.ts"
import look from "./account.module.css"

/** AccountPage shows the account of the signed-in user, section by section. */
export const AccountPage = () => {
  const { data: me } = useQuery(session)
  usePageTitle(words.account.title)
  useKeys({ Y: copyPage })
  const signOut = useSignOut()
  return (
    <div className={look["page"]}>
      <header className={look["head"]}>
        <Link to="/" aria-label={words.account.back}>
          <Logo />
        </Link>
        <p>
          <Link to="/" className={look["crumb"]}>
            {words.common.pages.live}
          </Link>{" "}
          <span className="faint">/</span>
        </p>
        <h1>{words.account.title}</h1>
        <div className="row push">
          <button className="btn" onClick={copyPage}>
            <Icon name="copy" size={15} /> {words.common.buttons.copyAsCurl}
          </button>
          <button className="btn" onClick={() => void signOut()}>
            {words.common.buttons.signOut}
          </button>
        </div>
      </header>
      {me != null && (
        <main className={look["body"]}>
          <div className={look["column"]}>
            <Profile key={me.id} me={me} />
            <Console me={me} />
            <Chat />
          </div>
          <div className={look["column"]}>
            <PasswordForm email={me.email} />
            <Sessions />
            <Tokens me={me} />
            <Clients />
          </div>
        </main>
      )}
      <Notices />
      <SessionOver />
    </div>
  )
}
