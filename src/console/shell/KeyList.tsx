// The list of keyboard shortcuts. It is loaded when the dialog opens.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../words/language.ts"
import { Key } from "../design/marks/Key.tsx"
import { Parts } from "../design/Parts.tsx"
import { sheet } from "./keys.ts"
import look from "./keySheet.module.css"

/** The shortcuts by place, and where they are switched off. */
export const KeyList = ({ onClose }: { readonly onClose: () => void }) => (
  <>
    <div className={look["columns"]}>
      {sheet.map(([place, rows]) => (
        <section key={place}>
          <h3>{words.keys.places[place]}</h3>
          <dl>
            {rows.map(({ does, keys }) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <Key key={key} of={key} />
                  ))}
                </dt>
                <dd>{words.keys.does[does]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <footer className={look["foot"]}>
      <span>
        <Parts
          of={words.keys.singleLetters<ReactNode>({
            account: (
              <Link className="link" to="/account" onClick={onClose}>
                {words.common.pages.account}
              </Link>
            )
          })}
        />
      </span>
    </footer>
  </>
)
