// The name and the phone number that other members see.
import { useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { mistakesOf, sentenceOf } from "../../data/api/Refused.ts"
import { CheckBox, TextField } from "../../design/form/TextField.tsx"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { changeMe, type Me } from "../../data/session.ts"
import { toast } from "../../shell/toasts.ts"

/** Profile edits the name and the phone number of the user. */
export const Profile = ({ me }: { readonly me: Me }) => {
  const router = useRouter()
  const [name, setName] = useState(me.name)
  const [phone, setPhone] = useState(me.phone ?? "")
  const [shared, setShared] = useState(me.share_phone)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const number = phone.trim() === "" ? null : phone.trim()
  const same = name.trim() === me.name && number === me.phone && shared === me.share_phone
  const mistakes = mistakesOf(error)

  const change = async (to: Pick<Me, "name" | "phone" | "share_phone">, undo: (() => void) | null) => {
    setBusy(true)
    try {
      await changeMe(to)
      setError(null)
      await router.invalidate() // the header names the user as well
      toast(words.account.profile.saved, "good", undo)
    } catch (refused) {
      setError(refused)
      if (mistakesOf(refused).size === 0) toast(sentenceOf(refused), "bad")
    }
    setBusy(false)
  }
  const { name: hadName, phone: hadPhone, share_phone: hadShared } = me
  const undo = () => {
    setName(hadName)
    setPhone(hadPhone ?? "")
    setShared(hadShared)
    void change({ name: hadName, phone: hadPhone, share_phone: hadShared }, null)
  }
  return (
    <Section title={words.account.profile.title} about={<bdi>{me.email}</bdi>}>
      <form
        className={form["form"]}
        onSubmit={(event) => {
          event.preventDefault()
          void change({ name: name.trim(), phone: number, share_phone: shared }, undo)
        }}
      >
        <TextField
          label={words.account.profile.name}
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
          mistake={mistakes.get("/name")}
          hint={words.account.profile.nameHint}
        />
        <TextField
          label={words.account.profile.phone}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
          mistake={mistakes.get("/phone")}
        />
        <CheckBox
          label={words.account.profile.share}
          hint={words.account.profile.shareHint}
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
        />
        <div className={form["foot"]}>
          <button className="btn primary" disabled={busy || same}>
            {words.common.buttons.save}
          </button>
        </div>
      </form>
    </Section>
  )
}
