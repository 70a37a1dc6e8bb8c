// One data source: its health, what it refused last, and its actions.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Menu } from "../../design/Menu.tsx"
import { numberText } from "../../design/numbers.ts"
import { Parts } from "../../design/Parts.tsx"
import { enableSource, type OpenedSource, rotateToken, type Source, sourceTest } from "../../data/sources.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { inZone } from "../../time/zoneTime.ts"
import { EditSource } from "./EditSource.tsx"
import { RemoveSource } from "./RemoveSource.tsx"
import look from "./sources.module.css"
import { Tested } from "./Tested.tsx"
import { senderOfSource } from "./connect/senders.ts"
import { doorOf, HEALTH_TONES, healthWord, isOutward, websocketUrlOf } from "./words.ts"

interface RowProps {
  readonly of: Source
  readonly onToken: (opened: OpenedSource) => void
}

const Acts = ({ of, onTest, onToken }: RowProps & { readonly onTest: () => Promise<void> }) => {
  const { act, busy } = useAct(of.name)
  const { project } = useProject()
  const text = words.sources.actions
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const setEnabled = async (enabled: boolean) => {
    await enableSource(of.id, enabled)
    const said = enabled ? words.sources.opened : words.sources.closed
    toast(said({ name: of.name }), "good", () => act(() => setEnabled(!enabled)))
  }
  return (
    <div className={look["acts"]}>
      <Link
        className="btn small"
        to="/p/$slug/operate/sources/new"
        params={{ slug: project.slug }}
        search={{ source: of.id }}
      >
        {text.setUp}
      </Link>
      <button className="btn small" disabled={busy} onClick={() => act(onTest)}>
        {text.test}
      </button>
      {isOutward(of) && (
        <button className="btn small" onClick={() => setEditing(true)}>
          {text.edit}
        </button>
      )}
      {!isOutward(of) && (
        <button
          className="btn small"
          disabled={busy}
          onClick={() => act(async () => onToken(await rotateToken(of.id)))}
        >
          {text.newToken}
        </button>
      )}
      <button className="btn small" disabled={busy} onClick={() => act(() => setEnabled(!of.enabled))}>
        {of.enabled ? text.close : text.open}
      </button>
      <Menu label={text.more({ name: of.name })}>
        <button onClick={() => setRemoving(true)}>{text.remove}</button>
      </Menu>
      <EditSource of={of} open={isEditing} onClose={() => setEditing(false)} />
      <RemoveSource of={of} open={isRemoving} onClose={() => setRemoving(false)} />
    </div>
  )
}

/** Returns the addresses at which senders reach a source. */
const reached = (of: Source): ReadonlyArray<ReactNode> => {
  const address = <code className="mono">{doorOf(of)}</code>
  if (of.adapter_key === "generic_websocket") return words.sources.devicesConnectTo<ReactNode>({ address })
  if (of.adapter_key !== "generic_http") return words.sources.sendersGoTo<ReactNode>({ address })
  const websocket = <code className="mono">{websocketUrlOf(of)}</code>
  return words.sources.sendersAndWebsocketsGoTo<ReactNode>({ address, websocket })
}

/** A row of the list of sources. */
export const Row = ({ of, onToken }: RowProps) => {
  const { may, project, zone } = useProject()
  const test = useQuery({ ...sourceTest(of.id), enabled: false })
  const slug = project.slug
  const { figures } = words.sources
  const { connection, last_error: error } = of
  const isUnexplained = of.health === "failing" && error === null && connection?.error == null
  return (
    <li className={look["source"]}>
      <div className={look["who"]}>
        <h2>
          <bdi>{of.name}</bdi>{" "}
          <span className={`chip ${HEALTH_TONES[of.health]}`}>{healthWord(of.health)}</span>
        </h2>
        <p className="soft">
          {words.sources.senders[senderOfSource(of).key]} <code className="mono faint">{of.adapter_key}</code>
        </p>
        {connection !== null && connection.error !== null && (
          <p className={look["fault"]}>
            {connection.error}, <span className="num">{inZone(connection.since, zone, "dayClock")}</span>
          </p>
        )}
        {error !== null && (
          <p className={look["fault"]}>
            <span className="num">{inZone(error.at, zone, "dayClock")}</span> {error.detail}{" "}
            {error.code !== null && <code className="mono">{error.code}</code>}{" "}
            {error.trace_id !== null && may("traces:read") && (
              <Link
                className="link"
                to="/p/$slug/operate/traces/$trace"
                params={{ slug, trace: error.trace_id }}
              >
                {words.sources.actions.openTrace}
              </Link>
            )}
          </p>
        )}
        {isUnexplained && <p className="soft">{words.sources.unexplained}</p>}
      </div>
      <dl className={look["figures"]}>
        <div>
          <dt>{figures.lastRecord}</dt>
          <dd className="num">
            {of.last_record_at === null ? figures.none : <Ago at={of.last_record_at} zone={zone} />}
          </dd>
        </div>
        <div>
          <dt>{figures.items}</dt>
          <dd className="num">{of.rate_24h === null ? figures.notPermitted : numberText(of.rate_24h)}</dd>
        </div>
        <div>
          <dt>{figures.devices}</dt>
          <dd className="num">{of.device_count}</dd>
        </div>
      </dl>
      {may("integrations:write") && (
        <Acts
          of={of}
          onToken={onToken}
          onTest={async () => {
            await test.refetch()
          }}
        />
      )}
      <div className={look["said"]}>
        {of.previous_token_until !== null && (
          <p className="soft">
            {words.sources.previousToken({ until: inZone(of.previous_token_until, zone, "dayTime") })}
          </p>
        )}
        {isOutward(of) && (
          <p className="soft">
            <Parts
              of={words.sources.connection<ReactNode>({
                isConnected: connection?.status === "connected",
                hasSecret: of.password_set,
                address: <code className="mono">{of.config.websocket?.url ?? of.config.mqtt?.url}</code>
              })}
            />
          </p>
        )}
        {!isOutward(of) && (
          <p className="soft">
            <Parts of={reached(of)} />
          </p>
        )}
      </div>
      {test.isFetching && <p role="status">{words.sources.test.testing}</p>}
      {!test.isFetching && test.error !== null && (
        <p role="alert" className={look["fault"]}>
          {words.sources.test.refused({
            why: sentenceOf(test.error),
            time: inZone(test.errorUpdatedAt, zone, "clock")
          })}
        </p>
      )}
      {!test.isFetching && test.error === null && test.data !== undefined && (
        <Tested of={test.data} isOutward={isOutward(of)} at={test.dataUpdatedAt} />
      )}
    </li>
  )
}
