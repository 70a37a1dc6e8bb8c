// API tokens that act for the user: created, shown once, revoked.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { sentenceOf } from "../../data/api/Refused.ts"
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
    () => toast(`${name} opens nothing any more.`),
    (refused: unknown) => toast(`${name}: ${sentenceOf(refused)}`, "bad")
  )

const useWhere = () => {
  const { data = [] } = useQuery(projects)
  return ({ project_ids: ids }: Token): string =>
    ids === null
      ? "in all projects"
      : `in ${ids.map((id) => data.find((one) => one.id === id)?.name ?? "a project that is gone").join(", ")}`
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
          <b>{token.name}</b> {token.kind === "mcp" && <span className="chip">AI client</span>}{" "}
          <span className="mono" title={token.scopes.join(", ")}>
            {scopesText(token.scopes)}
          </span>
        </p>
        {leaving === undefined ? (
          <p className="soft num">
            {token.last_used_at === null ? (
              "never used"
            ) : (
              <>
                last used <Ago at={token.last_used_at} zone={zone} />
              </>
            )}
            , {token.expires_at === null ? "does not end" : `ends ${inZone(token.expires_at, zone, "date")}`},{" "}
            <bdi>{where(token)}</bdi>
          </p>
        ) : (
          <p className="soft num">
            Ends in {Math.max(0, Math.ceil((leaving.at - now) / 1000))} s. A token that is ended does not come
            back.
          </p>
        )}
      </div>
      {leaving === undefined ? (
        <button
          className="btn small"
          aria-label={`End ${token.name}`}
          onClick={() => leave(token.id, () => end(token))}
        >
          End
        </button>
      ) : (
        <div className="row">
          <button className="btn small" onClick={() => keep(token.id)}>
            Undo
          </button>
          <button className="btn small danger" onClick={() => void leaveNow(token.id)}>
            End now
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
      title="Tokens"
      about="ways in for programs, in your name"
      acts={
        <button className="btn small" onClick={() => setMaking(true)}>
          New token…
        </button>
      }
    >
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="tokens" />}
      <ul className={form["list"]}>
        {open.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {data !== undefined && (open.length === 0 || over > 0) && (
        <p className={form["none"]}>
          {open.length === 0 && "No program comes in your name. "}
          {over > 0 && `${over} ${over === 1 ? "has" : "have"} ended.`}
        </p>
      )}
      <NewTokenDialog me={me} open={making} onClose={() => setMaking(false)} />
    </Section>
  )
}
