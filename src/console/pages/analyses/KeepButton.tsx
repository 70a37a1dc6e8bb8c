// Names an analysis, so that it does not expire, or lets it expire again.
import { useModal } from "../../design/useModal.ts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { TextField } from "../../design/form/TextField.tsx"
import { Row, Stack, Text } from "../../design/kit.tsx"
import { runCounts, type RunSummary } from "../../data/analyses.ts"
import { useProject } from "../../shell/useProject.ts"
import { useRunActs } from "./useRunActs.ts"

interface KeepDialogProps {
  readonly run: Pick<RunSummary, "id" | "name">
  readonly onClose: () => void
}

/** KeepDialog names an analysis. */
export const KeepDialog = ({ onClose, run }: KeepDialogProps) => {
  const { project } = useProject()
  const { data: counts } = useQuery(runCounts(project.id))
  const acts = useRunActs()
  const dialog = useModal(true, onClose)
  // the dialog's own close returns the focus to the button that opened it
  const close = () => dialog.ref.current?.close()
  const keep = (name: string | null) => {
    close()
    void acts.rename(run, name)
  }
  return (
    <dialog {...dialog} aria-label={words.analyses.keep.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const name = new FormData(event.currentTarget).get("name")
          if (typeof name === "string" && name.trim() !== "") keep(name.trim())
        }}
      >
        <Stack pad gap={5}>
          <Text as="b" size={4}>
            {words.analyses.keep.title}
          </Text>
          <TextField
            label={words.analyses.keep.name}
            name="name"
            required
            maxLength={200}
            defaultValue={run.name ?? ""}
            hint={
              counts === undefined
                ? words.analyses.keep.hint
                : words.analyses.keep.hintOf({ kept: counts.kept, max: counts.max_kept })
            }
          />
          <Row>
            <button className="btn primary">{words.analyses.keep.keep}</button>
            {run.name !== null && (
              <button type="button" className="btn" onClick={() => keep(null)}>
                {words.analyses.keep.expire}
              </button>
            )}
            <button type="button" className="btn" onClick={close}>
              {words.analyses.keep.close}
            </button>
          </Row>
        </Stack>
      </form>
    </dialog>
  )
}

/** KeepButton opens the dialog that names an analysis. */
export const KeepButton = ({ run }: { readonly run: Pick<RunSummary, "id" | "name"> }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button className="btn primary" onClick={() => setOpen(true)}>
        {run.name === null ? words.analyses.acts.keep : words.analyses.acts.rename}
      </button>
      {isOpen && <KeepDialog run={run} onClose={() => setOpen(false)} />}
    </>
  )
}
