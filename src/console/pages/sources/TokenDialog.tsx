// Shows a new token of a source with the address it is for. This dialog is the only place where it can be read.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Parts } from "../../design/Parts.tsx"
import { useModal } from "../../design/useModal.ts"
import type { OpenedSource } from "../../data/sources.ts"
import { OnceOnly } from "../../shell/OnceOnly.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./sources.module.css"
import { doorOf, websocketUrlOf } from "./words.ts"

interface TokenDialogProps {
  /** null: closed */
  readonly shown: OpenedSource | null
  readonly onClose: () => void
}

const HEADER = <span className="mono">Authorization: Bearer …</span>

/** The dialog of a new token. */
export const TokenDialog = ({ onClose, shown }: TokenDialogProps) => {
  const { project } = useProject()
  const dialog = useModal(shown !== null, onClose)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="source-token">
      {shown !== null && (
        <OnceOnly titleId="source-token" name={shown.name} token={shown.token} onClose={onClose}>
          {shown.adapter_key !== "generic_websocket" && (
            <p>
              <Parts
                of={words.sources.token.senders<ReactNode>({
                  address: <code className="mono">{doorOf(shown)}</code>,
                  header: HEADER,
                  howTo: (
                    <Link
                      className="link"
                      to="/p/$slug/operate/sources/new"
                      params={{ slug: project.slug }}
                      search={{ source: shown.id }}
                    >
                      {words.sources.token.howTo}
                    </Link>
                  )
                })}
              />
            </p>
          )}
          <p className="soft">
            <Parts
              of={words.sources.token.connections<ReactNode>({
                address: <code className="mono">{websocketUrlOf(shown)}</code>,
                header: HEADER,
                subprotocols: <span className="mono">pugmark.v1, token.…</span>,
                frame: <span className="mono">{`{"token": "…"}`}</span>
              })}
            />
          </p>
          {shown.previous_token_until !== null && <p className="soft">{words.sources.token.previous}</p>}
        </OnceOnly>
      )}
    </dialog>
  )
}
