// One data source: its health, what it refused last, and its actions.
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { Menu } from "../../design/Menu.tsx"
import { numberText } from "../../design/numbers.ts"
import {
  enableSource,
  type OpenedSource,
  rotateToken,
  type Source,
  type SourceTest,
  testSource
} from "../../data/sources.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { inZone } from "../../time/zoneTime.ts"
import { RemoveSource } from "./RemoveSource.tsx"
import look from "./sources.module.css"
import { Tested } from "./Tested.tsx"
import { senderOfSource } from "./connect/senders.ts"
import { doorOf, HEALTHS, isOutward, websocketUrlOf } from "./words.ts"

interface RowProps {
  readonly of: Source
  readonly onToken: (opened: OpenedSource) => void
}

const Acts = ({ of, onTested, onToken }: RowProps & { readonly onTested: (test: SourceTest) => void }) => {
  const { act, busy } = useAct(of.name)
  const { project } = useProject()
  const [isRemoving, setRemoving] = useState(false)
  const setEnabled = async (enabled: boolean) => {
    await enableSource(of.id, enabled)
    toast(enabled ? `${of.name} is open.` : `${of.name} takes nothing any more.`, "good", () =>
      act(() => setEnabled(!enabled))
    )
  }
  return (
    <div className={look["acts"]}>
      <Link
        className="btn small"
        to="/p/$slug/operate/sources/new"
        params={{ slug: project.slug }}
        search={{ source: of.id }}
      >
        Set up
      </Link>
      <button
        className="btn small"
        disabled={busy}
        onClick={() => act(async () => onTested(await testSource(of.id)))}
      >
        Test
      </button>
      {!isOutward(of) && (
        <button
          className="btn small"
          disabled={busy}
          onClick={() => act(async () => onToken(await rotateToken(of.id)))}
        >
          New token
        </button>
      )}
      <button className="btn small" disabled={busy} onClick={() => act(() => setEnabled(!of.enabled))}>
        {of.enabled ? "Close" : "Open"}
      </button>
      <Menu label={`More about ${of.name}`}>
        <button onClick={() => setRemoving(true)}>Remove</button>
      </Menu>
      <RemoveSource of={of} open={isRemoving} onClose={() => setRemoving(false)} />
    </div>
  )
}

/** A row of the list of sources. */
export const Row = ({ of, onToken }: RowProps) => {
  const { may, project, zone } = useProject()
  const [test, setTest] = useState<SourceTest | null>(null)
  const [word, tone] = HEALTHS[of.health]
  const slug = project.slug
  const { connection, last_error: error } = of
  return (
    <li className={look["source"]}>
      <div className={look["who"]}>
        <h2>
          <bdi>{of.name}</bdi> <span className={`chip ${tone}`}>{word}</span>
        </h2>
        <p className="soft">
          {senderOfSource(of).name} <code className="mono faint">{of.adapter_key}</code>
        </p>
      </div>
      <dl className={look["figures"]}>
        <div>
          <dt>Last record</dt>
          <dd className="num">
            {of.last_record_at === null ? "none" : <Ago at={of.last_record_at} zone={zone} />}
          </dd>
        </div>
        <div>
          <dt>Items, 24 h</dt>
          <dd className="num">{of.rate_24h === null ? "not yours to see" : numberText(of.rate_24h)}</dd>
        </div>
        <div>
          <dt>Devices</dt>
          <dd className="num">{of.device_count}</dd>
        </div>
      </dl>
      {may("integrations:write") && <Acts of={of} onToken={onToken} onTested={setTest} />}
      <div className={look["said"]}>
        {connection !== null && connection.error !== null && <p>{connection.error}</p>}
        {error !== null && (
          <p>
            {inZone(error.at, zone, "dayTime")}{" "}
            {error.code !== null && <code className="mono">{error.code}</code>} {error.detail}{" "}
            {error.trace_id !== null && may("traces:read") && (
              <Link
                className="link"
                to="/p/$slug/operate/traces/$trace"
                params={{ slug, trace: error.trace_id }}
              >
                Open trace
              </Link>
            )}
          </p>
        )}
        {of.previous_token_until !== null && (
          <p className="soft">
            The previous token stays valid until {inZone(of.previous_token_until, zone, "dayTime")}.
          </p>
        )}
        {isOutward(of) && (
          <p className="soft">
            {connection?.status === "connected" ? "Connected to" : "Connects to"}{" "}
            <code className="mono">{of.config.websocket?.url ?? of.config.mqtt?.url}</code>
            {of.password_set && ", with a secret that is not shown"}
          </p>
        )}
        {!isOutward(of) && (
          <p className="soft">
            {of.adapter_key === "generic_websocket" ? "Devices connect to" : "Senders go to"}{" "}
            <code className="mono">{doorOf(of)}</code>
            {of.adapter_key === "generic_http" && (
              <>
                , WebSocket connections to <code className="mono">{websocketUrlOf(of)}</code>
              </>
            )}
          </p>
        )}
      </div>
      {test !== null && <Tested of={test} />}
    </li>
  )
}
