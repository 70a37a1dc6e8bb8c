// Groups of animals as a tree, the members of each, and the entity types.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Main } from "../../../design/kit.tsx"
import { Page } from "../../../shell/Page.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { capital, entityWord } from "../../../shell/words.ts"
import { HerdTabs } from "../HerdTabs.tsx"
import { GroupMembers } from "./GroupMembers.tsx"
import { GroupTree } from "./GroupTree.tsx"
import { TypeList } from "./TypeList.tsx"
import look from "./groups.module.css"

/** GroupsPage is the page of groups and entity types. */
export const GroupsPage = () => {
  const { project } = useProject()
  const [chosen, choose] = useState("")
  return (
    <Page name={words.animals.tabs.groups} title={capital(entityWord(project).many)} beside={<HerdTabs />}>
      <Main>
        <div className={look["columns"]}>
          <GroupTree chosen={chosen} onChoose={choose} />
          <GroupMembers key={chosen} group={chosen} />
          <TypeList />
        </div>
      </Main>
    </Page>
  )
}
