// The settings of a project: name, time zone, words, when a subject counts as silent, where the map opens.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { projectRecord } from "../../data/project.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { DeleteProject } from "./DeleteProject.tsx"
import { ProjectFrame } from "./ProjectFrame.tsx"
import { SettingsEditor } from "./SettingsEditor.tsx"

/** The page of settings. */
export const SettingsPage = () => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(projectRecord(project.id))
  return (
    <ProjectFrame page="settings">
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.project.theSettings} />}
      {data !== undefined && (
        <>
          <SettingsEditor key={project.id} read={data} />
          <DeleteProject read={data} />
        </>
      )}
    </ProjectFrame>
  )
}
