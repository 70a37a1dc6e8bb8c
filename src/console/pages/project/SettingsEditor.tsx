// The form of a project's settings. It saves against the edition that was read; if another user saved meanwhile,
// the user chooses per field. Unsaved changes are kept as a draft with that edition.
import { useNavigate, useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import { type LastChange, mistakesOf, Refused, sentenceOf } from "../../data/api/Refused.ts"
import { changeProject, type ProjectChange, projectRecord, type ProjectRecord } from "../../data/project.ts"
import { queryClient } from "../../data/queryClient.ts"
import { chosen, differences } from "../../shell/differences.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { Stale } from "../../shell/Stale.tsx"
import { useProject } from "../../shell/useProject.ts"
import { isEdition, keptAs, type Members } from "../../writing.ts"
import { SettingsFields } from "./SettingsFields.tsx"
import {
  changeOf,
  type FieldKey,
  formIn,
  formOf,
  isSettingsOf,
  type Mistakes,
  saidOf,
  type SettingsForm
} from "./settingsForm.ts"
import look from "./project.module.css"

type Read = Edited<ProjectRecord>

/** The unsaved form, and the edition it was begun from. */
interface Begun {
  readonly read: Read
  readonly form: SettingsForm
}

interface Clash {
  readonly current: LastChange
  readonly theirs: Read
}

const none: Mistakes = new Map()
const isSame = (a: SettingsForm, b: SettingsForm) => JSON.stringify(a) === JSON.stringify(b)

const begunIn = ({ form, read }: Members): Begun | null => {
  const kept = formIn(form)
  const isWhole = kept !== null && isEdition(read) && isSettingsOf(read.record)
  return isWhole ? { read: read as unknown as Read, form: kept } : null
}

/** The form of a project's settings. */
export const SettingsEditor = ({ read: first }: { readonly read: Read }) => {
  const { may, project, zone } = useProject()
  const router = useRouter()
  const navigate = useNavigate()
  const [kept] = useState(() => keptAs(project.id, "settings"))
  const [{ form, read }, setBegun] = useState(
    () => begunIn(kept.read()) ?? { read: first, form: formOf(first.record) }
  )
  const [mistakes, setMistakes] = useState(none)
  const [clash, setClash] = useState<Clash | null>(null)
  const [busy, setBusy] = useState(false)
  const before = formOf(read.record)
  const writes = may("project:write")

  const write = (begun: Begun) => {
    setBegun(begun)
    kept.write(isSame(begun.form, formOf(begun.read.record)) ? {} : begun)
  }
  const begin = (from: Read, as: SettingsForm) => {
    write({ read: from, form: as })
    setClash(null)
    setMistakes(none)
  }

  const refused = async (error: unknown) => {
    const current = error instanceof Refused && error.status === 412 ? error.problem.current : undefined
    if (current !== undefined) {
      const theirs = await queryClient.fetchQuery(projectRecord(project.id))
      return setClash({ current, theirs })
    }
    setMistakes(mistakesOf(error))
    toast(sentenceOf(error), "bad")
  }

  const save = async (from: Read, to: SettingsForm, canUndo = true): Promise<void> => {
    const found = changeOf(from.record, to)
    if ("mistakes" in found) return setMistakes(found.mistakes)
    setBusy(true)
    try {
      const saved = await changeProject(
        project.id,
        from.edition,
        found.change as ProjectChange // the server validates the settings
      )
      begin(saved, formOf(saved.record))
      await router.invalidate() // every page uses the project's name, zone and words
      if (saved.record.slug !== project.slug)
        await navigate({
          to: "/p/$slug/project/settings",
          params: { slug: saved.record.slug },
          replace: true
        })
      toast(words.project.saved, "good", canUndo ? () => void save(saved, formOf(from.record), false) : null)
    } catch (error) {
      await refused(error).catch((again: unknown) => toast(sentenceOf(again), "bad"))
    }
    setBusy(false)
  }

  return (
    <>
      <form
        className={look["wide"]}
        onSubmit={(event) => {
          event.preventDefault()
          void save(read, form)
        }}
      >
        <SettingsFields
          form={form}
          disabled={!writes}
          mistakes={mistakes}
          onChange={(change) => write({ read, form: { ...form, ...change } })}
        />
        {writes ? (
          <div className={`card ${look["save"]}`}>
            <button className="btn primary" disabled={busy || isSame(form, before)}>
              {busy ? words.project.saving : words.common.buttons.save}
            </button>
            <button
              type="button"
              className="btn"
              disabled={isSame(form, before)}
              onClick={() => begin(read, before)}
            >
              {words.project.revert}
            </button>
            <span className="soft">{mistakes.size > 0 ? words.project.wrong : words.project.forAll}</span>
          </div>
        ) : (
          <p className={look["denied"]}>
            {words.project.readOnly}{" "}
            <MissingPermission what={words.project.changingIt} permission="project:write" />
          </p>
        )}
      </form>
      <Stale
        current={clash?.current ?? null}
        what={words.project.theSettings}
        zone={zone}
        differences={clash === null ? [] : differences(before, form, formOf(clash.theirs.record))}
        words={(key) => ({ label: words.project.fields[key as FieldKey], say: saidOf })}
        onClose={() => setClash(null)}
        onTakeTheirs={() => {
          if (clash !== null) begin(clash.theirs, formOf(clash.theirs.record))
        }}
        onSave={(kept) => {
          if (clash === null) return
          const to = chosen(form, formOf(clash.theirs.record), kept)
          begin(clash.theirs, to)
          void save(clash.theirs, to)
        }}
      />
    </>
  )
}
