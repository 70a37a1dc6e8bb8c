// Shows a new token of a source with the address it is for. This dialog is the only place where it can be read.
import { Link } from "@tanstack/react-router"
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
              Senders go to <code className="mono">{doorOf(shown)}</code> with{" "}
              <span className="mono">Authorization: Bearer …</span>, or as their app asks for it:{" "}
              <Link
                className="link"
                to="/p/$slug/operate/sources/new"
                params={{ slug: project.slug }}
                search={{ source: shown.id }}
              >
                how to set it up
              </Link>
              .
            </p>
          )}
          <p className="soft">
            A device that keeps a connection opens <code className="mono">{websocketUrlOf(shown)}</code> and
            shows the token in that header, in the subprotocols{" "}
            <span className="mono">pugmark.v1, token.…</span>, or in the first frame,{" "}
            <span className="mono">{`{"token": "…"}`}</span>.
          </p>
          {shown.previous_token_until !== null && (
            <p className="soft">The previous token opens for another day: switch senders one at a time.</p>
          )}
        </OnceOnly>
      )}
    </dialog>
  )
}
