// The list of open issues, most severe first, with keyboard navigation.
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Key } from "../../design/marks/Key.tsx"
import { Section } from "../../design/Section.tsx"
import type { Matter } from "../../data/attention.ts"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import look from "./attention.module.css"
import { MatterRow, type Result } from "./MatterRow.tsx"
import { mendingOf } from "./mend.ts"

/** The list of open issues. */
export const Matters = ({ of }: { readonly of: ReadonlyArray<Matter> }) => {
  const { may, project } = useProject()
  const navigate = useNavigate()
  const { choose, chosen, moving } = useChosenRow(of, "first")
  const mending = (one: Matter) =>
    mendingOf(one, { id: project.id, slug: project.slug, word: entityWord(project).one })
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const run = async (one: Matter): Promise<void> => {
    const does = mending(one)
    if (does === null || "lead" in does) return
    const text = await does.run()
    if (text !== null) setResults((now) => ({ ...now, [one.id]: { text, at: Date.now() } }))
  }
  useKeys({
    ...moving,
    Enter: () => {
      const does = chosen === undefined ? null : mending(chosen)
      if (does === null || chosen?.action == null || !may(chosen.action.permission)) return
      if ("lead" in does) void navigate(does.lead)
      else void run(chosen)
    }
  })
  return (
    <Section
      title={words.operate.issues.title}
      about={words.operate.issues.about}
      acts={
        <span className={`soft ${look["keys"]}`}>
          <Key of="J" />
          <Key of="K" /> {words.operate.issues.keys.move} <Key of="↵" /> {words.operate.issues.keys.solve}
        </span>
      }
    >
      <ul className={look["matters"]}>
        {of.map((one) => (
          <MatterRow
            key={one.id}
            of={one}
            mending={mending(one)}
            chosen={one === chosen}
            result={results[one.id]}
            onChoose={() => choose(one.id)}
            onRun={() => run(one)}
          />
        ))}
      </ul>
    </Section>
  )
}
