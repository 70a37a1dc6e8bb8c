// The Telegram chat that automations of the user write to, linked by a one-time code.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { askForCode, chatLink, type ChatCode, unlinkChat } from "../../data/account.ts"
import { toast } from "../../shell/toasts.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { ownZone } from "../../time/ownZone.ts"
import { useNow } from "../../time/useNow.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { copyText } from "../../shell/clipboard.ts"

/** Interval in which the page asks whether the open code was used. */
const LOOK_MS = 3000

const Code = ({ code }: { readonly code: ChatCode }) => {
  const now = useNow()
  return (
    <>
      <p>
        Send this to the bot, in the chat that is to be linked:{" "}
        <code className="mono strong">{code.command}</code>
      </p>
      <div className={form["foot"]}>
        {code.link !== null && (
          <a className="btn" href={code.link} target="_blank" rel="noopener noreferrer">
            <Icon name="chat" size={15} /> Open the chat
          </a>
        )}
        <button className="btn" onClick={() => copyText(code.command, "It is on the clipboard.")}>
          <Icon name="copy" size={15} /> Copy
        </button>
        <span className="soft num" role="status">
          Waiting for it. Good for {span((Date.parse(code.expires_at) - now) / 1000)}.
        </span>
      </div>
      {code.link === null && (
        <p className={form["hint"]}>
          This server has met no bot yet: who runs it sets <code>TELEGRAM_BOT_TOKEN</code>.
        </p>
      )}
    </>
  )
}

/** Chat links a Telegram chat to the account, or unlinks it. */
export const Chat = () => {
  const [asked, setAsked] = useState<ChatCode | null>(null)
  const now = useNow()
  const waits = asked !== null && Date.parse(asked.expires_at) > now
  const { data, error, refetch } = useQuery({
    ...chatLink,
    refetchInterval: ({ state }) => (waits && state.data?.linked !== true ? LOOK_MS : false)
  })
  const attempt = (act: () => Promise<void>) => () =>
    void act().catch((refused: unknown) => toast(sentenceOf(refused), "bad"))
  const link = attempt(async () => setAsked(await askForCode()))
  const unlink = attempt(async () => {
    await unlinkChat()
    setAsked(null)
    toast("No chat is linked to you any more.")
  })
  return (
    <Section title="Telegram" about="where automations that name you write to">
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="the chat" />}
      {data !== undefined && (
        <div className={form["form"]}>
          {data.linked ? (
            <div className={form["foot"]}>
              <span className="chip on">linked</span>
              {data.linked_at !== null && (
                <span className="soft num">since {inZone(data.linked_at, ownZone(), "dayTime")}</span>
              )}
              <button className="btn small push" onClick={unlink}>
                Unlink
              </button>
            </div>
          ) : waits ? (
            <Code code={asked} />
          ) : (
            <div className={form["foot"]}>
              <button className="btn" onClick={link}>
                Link a chat…
              </button>
              <span className="soft">You are asked to send a code to the bot.</span>
            </div>
          )}
        </div>
      )}
    </Section>
  )
}
