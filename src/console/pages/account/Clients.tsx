// AI clients that act for the user: the address they connect to, their last activity, and a way to revoke each.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { clientAddress, type ConnectedClient, disconnect, ownClients } from "../../data/clients.ts"
import { projects } from "../../data/session.ts"
import { toast } from "../../shell/toasts.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { Ago } from "../../time/Ago.tsx"
import { ownZone } from "../../time/ownZone.ts"
import { useNow } from "../../time/useNow.ts"
import { inZone } from "../../time/zoneTime.ts"
import { isOpen, scopesText } from "./tokenEnds.ts"

const end = ({ id, name }: ConnectedClient) =>
  disconnect(id).then(
    () => toast(`${name} is disconnected.`),
    (refused: unknown) => toast(`${name}: ${sentenceOf(refused)}`, "bad")
  )

const Row = ({ client }: { readonly client: ConnectedClient }) => {
  const zone = ownZone()
  const { data = [] } = useQuery(projects)
  const { did, last_used_at: lastUsed } = client
  const names = client.project_ids.map(
    (id) => data.find((one) => one.id === id)?.name ?? "a project that is gone"
  )
  return (
    <li>
      <div>
        <p>
          <b>
            <bdi>{client.name}</bdi>
          </b>{" "}
          <span className="mono" title={client.scopes.join(", ")}>
            {scopesText(client.scopes)}
          </span>
        </p>
        <p className="soft num">
          {lastUsed === null ? (
            "never used"
          ) : (
            <>
              last used <Ago at={lastUsed} zone={zone} />
            </>
          )}
          , ends {inZone(client.expires_at, zone, "date")}, answers to {client.redirect_host}, in{" "}
          <bdi>{names.join(", ")}</bdi>
        </p>
        {did !== null && (
          <p className="soft num">
            {did.week} in the last 7 days, last <span className="mono">{did.action}</span>,{" "}
            <Ago at={did.at} zone={zone} />
          </p>
        )}
      </div>
      <button className="btn small" aria-label={`Disconnect ${client.name}`} onClick={() => void end(client)}>
        Disconnect
      </button>
    </li>
  )
}

/** Clients lists the AI clients of the user, with a button that revokes each. */
export const Clients = () => {
  const { data, error, refetch } = useQuery(ownClients)
  const { data: place } = useQuery(clientAddress)
  const now = useNow()
  const open = data?.filter((client) => isOpen(client, now)) ?? []
  const over = (data?.length ?? 0) - open.length
  return (
    <Section title="AI clients" about="assistants that work in your name">
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="AI clients" />}
      <ul className={form["list"]}>
        {open.map((client) => (
          <Row key={client.id} client={client} />
        ))}
      </ul>
      <p className={form["none"]}>
        {data !== undefined && open.length === 0 && "None is connected. "}
        {over > 0 && `${over} ${over === 1 ? "has" : "have"} ended. `}
        {place != null &&
          (place.address === null ? (
            place.off_because
          ) : (
            <>
              To connect one, give it the address <span className="mono">{place.address}</span>
            </>
          ))}
      </p>
    </Section>
  )
}
