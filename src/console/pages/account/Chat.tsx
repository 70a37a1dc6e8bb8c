// The Telegram chat that automations of the user write to, linked by a one-time code.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
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
        <Parts
          of={words.account.chat.send<ReactNode>({
            command: <code className="mono strong">{code.command}</code>
          })}
        />
      </p>
      <div className={form["foot"]}>
        {code.link !== null && (
          <a className="btn" href={code.link} target="_blank" rel="noopener noreferrer">
            <Icon name="chat" size={15} /> {words.account.chat.open}
          </a>
        )}
        <button className="btn" onClick={() => copyText(code.command, words.account.chat.copied)}>
          <Icon name="copy" size={15} /> {words.common.buttons.copy}
        </button>
        <span className="soft num" role="status">
          {words.account.chat.waiting({ time: span((Date.parse(code.expires_at) - now) / 1000) })}
        </span>
      </div>
      {code.link === null && (
        <p className={form["hint"]}>
          <Parts of={words.account.chat.noBot<ReactNode>({ setting: <code>TELEGRAM_BOT_TOKEN</code> })} />
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
    toast(words.account.chat.unlinked)
  })
  return (
    <Section title={words.account.chat.title} about={words.account.chat.about}>
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.account.chat.what} />}
      {data !== undefined && (
        <div className={form["form"]}>
          {data.linked ? (
            <div className={form["foot"]}>
              <span className="chip on">{words.account.chat.linked}</span>
              {data.linked_at !== null && (
                <span className="soft num">
                  {words.account.chat.since({ time: inZone(data.linked_at, ownZone(), "dayTime") })}
                </span>
              )}
              <button className="btn small push" onClick={unlink}>
                {words.account.chat.unlink}
              </button>
            </div>
          ) : waits ? (
            <Code code={asked} />
          ) : (
            <div className={form["foot"]}>
              <button className="btn" onClick={link}>
                {words.account.chat.link}
              </button>
              <span className="soft">{words.account.chat.linkHint}</span>
            </div>
          )}
        </div>
      )}
    </Section>
  )
}
