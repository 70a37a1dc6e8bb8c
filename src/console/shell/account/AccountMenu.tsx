// The menu of the account: user, theme, sign out.
import { Link } from "@tanstack/react-router"
import { useId, useRef } from "react"
import type { Me } from "../../data/session.ts"
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
      <button className={look["face"]} popoverTarget={id} aria-label={`Account of ${name}`}>
        {initialsOf(name)}
      </button>
      <div id={id} ref={menu} popover="auto" className={`card ${look["menu"]}`}>
        <p className="strong">{name}</p>
        <p className="faint">{me.email}</p>
        <fieldset className={look["themes"]}>
          <legend>Look</legend>
          <ThemeChoice />
        </fieldset>
        <LanguageSelect />
        <ul className={look["ways"]}>
          <li>
            <Link to="/account" onClick={close}>
              Your account
            </Link>
          </li>
          <li>
            <Link to="/p/$slug/project/settings" params={{ slug: project.slug }} onClick={close}>
              Settings of <bdi>{project.name}</bdi>
            </Link>
          </li>
          <li>
            <Link to="/p/$slug/project/people" params={{ slug: project.slug }} onClick={close}>
              People
            </Link>
          </li>
        </ul>
        <button className="btn" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </>
  )
}
