// The shell around every page of a project: navigation, stream, toasts and dialogs.
import { words } from "../../words/language.ts"
import { Outlet } from "@tanstack/react-router"
import { useEffect } from "react"
import { subscribeProject } from "../data/liveStore.ts"
import { Palette } from "./palette/Palette.tsx"
import { hearAlerts } from "./chime.ts"
import { SnoozeDialog } from "../pages/alerts/snooze/SnoozeDialog.tsx"
import { Rail } from "./Rail.tsx"
import look from "./shell.module.css"
import { useProjectTitle } from "../documentTitle.ts"
import { KeySheet } from "./KeySheet.tsx"
import { Notices } from "./Notices.tsx"
import { SessionOver } from "./SessionOver.tsx"
import { useProject } from "./useProject.ts"

/** The shell around every page of a project. */
export const Shell = () => {
  const { me, project } = useProject()
  useEffect(() => subscribeProject(me.id, project.id), [me.id, project.id])
  useProjectTitle(project.name)
  const { sound } = me.preferences
  useEffect(() => (sound ? hearAlerts() : undefined), [sound])
  return (
    <>
      <a className={look["skip"]} href="#page">
        {words.common.shell.toContent}
      </a>
      <KeySheet />
      <Rail />
      <div id="page" className={look["page"]} tabIndex={-1}>
        <Outlet />
      </div>
      <Palette />
      <SnoozeDialog />
      <Notices />
      <SessionOver />
    </>
  )
}
