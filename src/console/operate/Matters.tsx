// The list of what only a person can mend, the worst first, by keys too.
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Key } from "../look/Key.tsx"
import { Section } from "../look/Section.tsx"
import type { Matter } from "../queries/attention.ts"
import { useKeys } from "../shell/useKeys.ts"
import { useProject } from "../shell/useProject.ts"
import { entityWord } from "../shell/words.ts"
import look from "./attention.module.css"
import { MatterRow } from "./MatterRow.tsx"
import { mendingOf } from "./mend.ts"

export const Matters = ({ of }: { readonly of: ReadonlyArray<Matter> }) => {
  const { may, project } = useProject()
  const navigate = useNavigate()
  // by its id: what comes in above it does not move the choice
  const [id, setId] = useState<string | null>(null)
  const at = Math.max(
    0,
    of.findIndex((one) => one.id === id)
  )
  const mending = (one: Matter) =>
    mendingOf(one, { id: project.id, slug: project.slug, word: entityWord(project).one })
  const move = (to: number) => setId(of[Math.min(of.length - 1, Math.max(0, to))]?.id ?? null)
  useKeys({
    j: () => move(id === null ? 0 : at + 1),
    k: () => move(at - 1),
    Enter: () => {
      const chosen = of[at]
      const does = chosen === undefined ? null : mending(chosen)
      if (does === null || chosen?.action == null || !may(chosen.action.permission)) return
      if ("lead" in does) void navigate(does.lead)
      else void does.run()
    }
  })
  return (
    <Section
      title="Needs attention"
      about="what only a person can mend, worst first"
      acts={
        <span className={`soft ${look["keys"]}`}>
          <Key of="J" />
          <Key of="K" /> move <Key of="↵" /> mend
        </span>
      }
    >
      <ul className={look["matters"]}>
        {of.map((one, i) => (
          <MatterRow
            key={one.id}
            of={one}
            mending={mending(one)}
            chosen={i === at}
            onChoose={() => setId(one.id)}
          />
        ))}
      </ul>
    </Section>
  )
}
