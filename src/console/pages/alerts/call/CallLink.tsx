import { words } from "../../../../words/language.ts"
import type { ReactNode } from "react"
import { Icon } from "../../../design/marks/Icon.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { telOf } from "./callOrder.ts"

interface CallLinkProps {
  readonly contact: { readonly name: string | null; readonly phone: string }
  readonly small?: boolean
}

/** CallLink is a `tel:` link: shows the first name, and has the full name as its accessible name. */
export const CallLink = ({ contact: { name, phone }, small = false }: CallLinkProps) => (
  <a
    className={`btn ${small ? "small" : ""}`}
    href={telOf(phone)}
    title={phone}
    aria-label={words.alerts.call.name({ name: name ?? phone })}
  >
    <Icon name="phone" size={15} />
    <span>
      <Parts
        of={words.alerts.call.shortName<ReactNode>({ name: <bdi>{name?.split(" ", 1)[0] ?? phone}</bdi> })}
      />
    </span>
  </a>
)
