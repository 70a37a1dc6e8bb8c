// AI clients that act for the user: the address they connect to, their last activity, and a way to revoke each.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
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
    () => toast(words.account.clients.disconnected({ name })),
    (refused: unknown) => toast(`${name}: ${sentenceOf(refused)}`, "bad")
  )

const Row = ({ client }: { readonly client: ConnectedClient }) => {
  const zone = ownZone()
  const { data = [] } = useQuery(projects)
  const { did, last_used_at: lastUsed } = client
  const names = client.project_ids.map(
    (id) => data.find((one) => one.id === id)?.name ?? words.account.deletedProject
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
          <Parts
            of={words.account.clients.use<ReactNode>({
              ago: lastUsed === null ? null : <Ago at={lastUsed} zone={zone} />,
              ends: inZone(client.expires_at, zone, "date"),
              host: client.redirect_host,
              projects: <bdi>{names.join(", ")}</bdi>
            })}
          />
        </p>
        {did !== null && (
          <p className="soft num">
            <Parts
              of={words.account.clients.did<ReactNode>({
                count: did.week,
                action: <span className="mono">{did.action}</span>,
                ago: <Ago at={did.at} zone={zone} />
              })}
            />
          </p>
        )}
      </div>
      <button
        className="btn small"
        aria-label={words.account.clients.disconnectOne({ name: client.name })}
        onClick={() => void end(client)}
      >
        {words.account.clients.disconnect}
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
    <Section title={words.account.clients.title} about={words.account.clients.about}>
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.account.clients.what} />}
      <ul className={form["list"]}>
        {open.map((client) => (
          <Row key={client.id} client={client} />
        ))}
      </ul>
      <p className={form["none"]}>
        {data !== undefined && open.length === 0 && `${words.account.clients.none} `}
        {over > 0 && `${words.account.ended({ count: over })} `}
        {place != null &&
          (place.address === null ? (
            place.off_because
          ) : (
            <Parts
              of={words.account.clients.address<ReactNode>({
                address: <span className="mono">{place.address}</span>
              })}
            />
          ))}
      </p>
    </Section>
  )
}
