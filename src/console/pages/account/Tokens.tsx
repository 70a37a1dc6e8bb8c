// API tokens that act for the user: created, shown once, revoked.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { ownTokens, revokeToken, type Token } from "../../data/account.ts"
import { type Me, projects } from "../../data/session.ts"
import { keep, leave, leaveNow, useLeaving } from "../../shell/leaving.ts"
import { toast } from "../../shell/toasts.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { Ago } from "../../time/Ago.tsx"
import { ownZone } from "../../time/ownZone.ts"
import { useNow } from "../../time/useNow.ts"
import { inZone } from "../../time/zoneTime.ts"
import { NewTokenDialog } from "./NewToken.tsx"
import { isOpen, scopesText } from "./tokenEnds.ts"

const end = ({ id, name }: Token) =>
  revokeToken(id).then(
    () => toast(words.account.tokens.ended({ name })),
    (refused: unknown) => toast(`${name}: ${sentenceOf(refused)}`, "bad")
  )

const useWhere = () => {
  const { data = [] } = useQuery(projects)
  return ({ project_ids: ids }: Token): ReactNode =>
    ids === null ? null : (
      <bdi>
        {ids.map((id) => data.find((one) => one.id === id)?.name ?? words.account.deletedProject).join(", ")}
      </bdi>
    )
}

const Row = ({ token }: { readonly token: Token }) => {
  const zone = ownZone()
  const now = useNow()
  const where = useWhere()
  const leaving = useLeaving().get(token.id)
  return (
    <li data-leaving={leaving !== undefined}>
      <div>
        <p>
          <b>{token.name}</b>{" "}
          {token.kind === "mcp" && <span className="chip">{words.account.tokens.client}</span>}{" "}
          <span className="mono" title={token.scopes.join(", ")}>
            {scopesText(token.scopes)}
          </span>
        </p>
        {leaving === undefined ? (
          <p className="soft num">
            <Parts
              of={words.account.tokens.use<ReactNode>({
                ago: token.last_used_at === null ? null : <Ago at={token.last_used_at} zone={zone} />,
                ends: token.expires_at === null ? null : inZone(token.expires_at, zone, "date"),
                projects: where(token)
              })}
            />
          </p>
        ) : (
          <p className="soft num">
            {words.account.tokens.endsIn({ seconds: Math.max(0, Math.ceil((leaving.at - now) / 1000)) })}
          </p>
        )}
      </div>
      {leaving === undefined ? (
        <button
          className="btn small"
          aria-label={words.account.tokens.endOne({ name: token.name })}
          onClick={() => leave(token.id, () => end(token))}
        >
          {words.account.tokens.end}
        </button>
      ) : (
        <div className="row">
          <button className="btn small" onClick={() => keep(token.id)}>
            {words.common.buttons.undo}
          </button>
          <button className="btn small danger" onClick={() => void leaveNow(token.id)}>
            {words.account.tokens.endNow}
          </button>
        </div>
      )}
    </li>
  )
}

/** Tokens lists the API tokens of the user. */
export const Tokens = ({ me }: { readonly me: Me }) => {
  const { data, error, refetch } = useQuery(ownTokens)
  const [making, setMaking] = useState(false)
  const now = useNow()
  const open = data?.filter((token) => isOpen(token, now)) ?? []
  const over = (data?.length ?? 0) - open.length
  return (
    <Section
      title={words.account.tokens.title}
      about={words.account.tokens.about}
      acts={
        <button className="btn small" onClick={() => setMaking(true)}>
          {words.account.tokens.create}
        </button>
      }
    >
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.account.tokens.what} />}
      <ul className={form["list"]}>
        {open.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {data !== undefined && (open.length === 0 || over > 0) && (
        <p className={form["none"]}>
          {open.length === 0 && `${words.account.tokens.none} `}
          {over > 0 && words.account.ended({ count: over })}
        </p>
      )}
      <NewTokenDialog me={me} open={making} onClose={() => setMaking(false)} />
    </Section>
  )
}
