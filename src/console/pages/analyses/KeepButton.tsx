// Names an analysis, so that it does not expire, or lets it expire again.
import { useModal } from "../../design/useModal.ts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
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
    <dialog {...dialog} aria-label="Keep this analysis">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const name = new FormData(event.currentTarget).get("name")
          if (typeof name === "string" && name.trim() !== "") keep(name.trim())
        }}
      >
        <Stack pad gap={5}>
          <Text as="b" size={4}>
            Keep this analysis
          </Text>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={200}
            defaultValue={run.name ?? ""}
            hint={
              "A run with a name is kept, others 30 days." +
              (counts === undefined
                ? ""
                : ` ${counts.kept} of ${counts.max_kept} are kept in this project; above that the oldest goes.`)
            }
          />
          <Row>
            <button className="btn primary">Keep</button>
            {run.name !== null && (
              <button type="button" className="btn" onClick={() => keep(null)}>
                Let it expire
              </button>
            )}
            <button type="button" className="btn" onClick={close}>
              Close
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
        {run.name === null ? "Keep" : "Rename"}
      </button>
      {isOpen && <KeepDialog run={run} onClose={() => setOpen(false)} />}
    </>
  )
}
