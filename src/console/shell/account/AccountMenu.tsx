// The menu of the account: user, theme, sign out.
import { Link } from "@tanstack/react-router"
import { type ReactNode, useId, useRef } from "react"
import { words } from "../../../words/language.ts"
import type { Me } from "../../data/session.ts"
import { Parts } from "../../design/Parts.tsx"
import { initialsOf } from "../../design/marks/initials.ts"
import { useSignOut } from "../../pages/account/useSignOut.ts"
import look from "./account.module.css"
import { LanguageSelect } from "./LanguageSelect.tsx"
import { ThemeChoice } from "./ThemeChoice.tsx"
import { useProject } from "../useProject.ts"

/** The menu of the account. */
export const AccountMenu = ({ me }: { readonly me: Me }) => {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { project } = useProject()
  const close = () => menu.current?.hidePopover()
  const name = me.name === "" ? me.email : me.name
  const signOut = useSignOut()
  return (
    <>
      <button className={look["face"]} popoverTarget={id} aria-label={words.common.account.of({ name })}>
        {initialsOf(name)}
      </button>
      <div id={id} ref={menu} popover="auto" className={`card ${look["menu"]}`}>
        <p className="strong">{name}</p>
        <p className="faint">{me.email}</p>
        <fieldset className={look["themes"]}>
          <legend>{words.common.account.look}</legend>
          <ThemeChoice />
        </fieldset>
        <LanguageSelect />
        <ul className={look["ways"]}>
          <li>
            <Link to="/account" onClick={close}>
              {words.common.pages.account}
            </Link>
          </li>
          <li>
            <Link to="/p/$slug/project/settings" params={{ slug: project.slug }} onClick={close}>
              <Parts of={words.common.account.settingsOf<ReactNode>({ name: <bdi>{project.name}</bdi> })} />
            </Link>
          </li>
          <li>
            <Link to="/p/$slug/project/people" params={{ slug: project.slug }} onClick={close}>
              {words.common.pages.people}
            </Link>
          </li>
        </ul>
        <button className="btn" onClick={() => void signOut()}>
          {words.common.buttons.signOut}
        </button>
      </div>
    </>
  )
}
