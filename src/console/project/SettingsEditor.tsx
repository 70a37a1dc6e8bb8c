// The settings of a project being written: saved whole against the edition that was read, and, where somebody
// else saved meanwhile, line by line as one chooses.
import { useNavigate, useRouter } from "@tanstack/react-router"
import { useState } from "react"
import type { Edited } from "../api/call.ts"
import { type LastChange, mistakesOf, Refused, sentenceOf } from "../api/Refused.ts"
import { changeProject, type ProjectChange, projectRecord, type ProjectRecord } from "../queries/project.ts"
import { queryClient } from "../queries/queryClient.ts"
import { chosen, differences } from "../shell/differences.ts"
import { Lacks } from "../shell/Lacks.tsx"
import { say } from "../shell/notices.ts"
import { Stale } from "../shell/Stale.tsx"
import { useProject } from "../shell/useProject.ts"
import { SettingsFields } from "./SettingsFields.tsx"
import {
  changeOf,
  type FieldKey,
  fields,
  formOf,
  type Mistakes,
  saidOf,
  type SettingsForm
} from "./settingsForm.ts"
import look from "./project.module.css"

type Read = Edited<ProjectRecord>

interface Clash {
  readonly current: LastChange
  readonly theirs: Read
}

const none: Mistakes = new Map()
const isSame = (a: SettingsForm, b: SettingsForm) => JSON.stringify(a) === JSON.stringify(b)

export const SettingsEditor = ({ read: first }: { readonly read: Read }) => {
  const { may, project, zone } = useProject()
  const router = useRouter()
  const navigate = useNavigate()
  const [read, setRead] = useState(first)
  const [form, setForm] = useState(() => formOf(first.record))
  const [mistakes, setMistakes] = useState(none)
  const [clash, setClash] = useState<Clash | null>(null)
  const [busy, setBusy] = useState(false)
  const before = formOf(read.record)
  const writes = may("project:write")

  const begin = (from: Read, as: SettingsForm) => {
    setRead(from)
    setForm(as)
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
    say(sentenceOf(error), "bad")
  }

  const save = async (from: Read, to: SettingsForm, canUndo = true): Promise<void> => {
    const found = changeOf(from.record, to)
    if ("mistakes" in found) return setMistakes(found.mistakes)
    setBusy(true)
    try {
      const saved = await changeProject(
        project.id,
        from.edition,
        found.change as ProjectChange // what settings hold is for the server to judge
      )
      begin(saved, formOf(saved.record))
      await router.invalidate() // the project of every page: its name, its zone, its words
      if (saved.record.slug !== project.slug)
        await navigate({
          to: "/p/$slug/project/settings",
          params: { slug: saved.record.slug },
          replace: true
        })
      say("Saved.", "good", canUndo ? () => void save(saved, formOf(from.record), false) : null)
    } catch (error) {
      await refused(error).catch((again: unknown) => say(sentenceOf(again), "bad"))
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
          onChange={(change) => setForm({ ...form, ...change })}
        />
        {writes ? (
          <div className={`card ${look["save"]}`}>
            <button className="btn primary" disabled={busy || isSame(form, before)}>
              {busy ? "Saving" : "Save"}
            </button>
            <button
              type="button"
              className="btn"
              disabled={isSame(form, before)}
              onClick={() => begin(read, before)}
            >
              Back to what is saved
            </button>
            <span className="soft">
              {mistakes.size > 0 ? "Something here cannot be saved." : "Everybody in the project goes by it."}
            </span>
          </div>
        ) : (
          <p className={look["denied"]}>
            You may read this. <Lacks what="Changing it" permission="project:write" />
          </p>
        )}
      </form>
      <Stale
        current={clash?.current ?? null}
        what="the settings"
        zone={zone}
        differences={clash === null ? [] : differences(before, form, formOf(clash.theirs.record))}
        words={(key) => ({ label: fields[key as FieldKey].label, say: saidOf })}
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
