// The subjects of an analysis: animals by name or map, a group with its subgroups, or a type; and the areas, for an
// analysis of areas.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import { Choice, Push, Row, Stack, Text } from "../../../design/kit.tsx"
import { Segments } from "../../../design/form/Segments.tsx"
import { allAnimals, entityTypes, groups } from "../../../data/animals.ts"
import type { Estimate } from "../../../data/analyses.ts"
import { features } from "../../../data/mapQueries.ts"
import { useProject } from "../../../shell/useProject.ts"
import { entityWord } from "../../../shell/words.ts"
import type { SubjectSelection } from "./draft.ts"
import { groupRows, groupsBelow } from "./groupTree.ts"
import { Picker } from "./Picker.tsx"

const INDENT = "\u2003"
const KINDS = ["animals", "group", "type"] as const

interface GroupChoiceProps {
  readonly label: string
  readonly value: string
  readonly onGroup: (id: string, memberIds: ReadonlyArray<string>) => void
}

/** GroupChoice selects a group from the tree, which stands for its animals and those of its subgroups. */
export const GroupChoice = ({ label, onGroup, value }: GroupChoiceProps) => {
  const { project } = useProject()
  const { data: all = [] } = useQuery(groups(project.id))
  const { data: animals = [] } = useQuery(allAnimals(project.id))
  const choose = (id: string) => {
    const below = new Set(groupsBelow(all, id))
    onGroup(
      id,
      animals.flatMap((one) => (one.group_id !== null && below.has(one.group_id) ? [one.id] : []))
    )
  }
  return (
    <Choice
      label={label}
      of={[
        ["", words.newAnalysis.subjects.chooseGroup],
        ...groupRows(all).map(({ depth, id, name }) => [id, `${INDENT.repeat(depth)}${name}`] as const)
      ]}
      value={value}
      onChoose={choose}
    />
  )
}

interface WhomFieldsProps {
  readonly whom: SubjectSelection
  readonly onWhom: (whom: SubjectSelection) => void
  readonly limit: number | undefined
  readonly count: number | undefined
}

/** WhomFields selects the subjects. */
export const WhomFields = ({ count, limit, onWhom, whom }: WhomFieldsProps) => {
  const { project } = useProject()
  const { data: animals = [] } = useQuery(allAnimals(project.id))
  const { data: all = [] } = useQuery(groups(project.id))
  const { data: types = [] } = useQuery(entityTypes)
  const present = new Set(animals.map(({ entity_type_id }) => entity_type_id))
  const below = whom.kind === "group" ? groupsBelow(all, whom.id).slice(1) : []
  return (
    <Stack gap={3} pad>
      <Row>
        <Text as="b">{words.newAnalysis.subjects.title}</Text>
        <Text tone="soft" num>
          {words.newAnalysis.subjects.chosen({
            count: count ?? (whom.kind === "animals" ? whom.ids.length : null),
            limit: limit ?? null
          })}
        </Text>
        <Push>
          <Segments
            label={words.newAnalysis.subjects.by}
            all={false}
            of={KINDS.map((kind) => [kind, words.newAnalysis.subjects.byKind[kind]] as const)}
            value={whom.kind}
            onChoose={(kind) =>
              onWhom(kind === "group" || kind === "type" ? { kind, id: "" } : { kind: "animals", ids: [] })
            }
          />
        </Push>
      </Row>
      {whom.kind === "animals" && (
        <Picker
          noun={entityWord(project)}
          all={animals}
          chosen={whom.ids}
          onChosen={(ids) => onWhom({ kind: "animals", ids })}
        />
      )}
      {whom.kind === "group" && (
        <Row>
          <GroupChoice
            label={words.newAnalysis.subjects.group}
            value={whom.id}
            onGroup={(id) => onWhom({ kind: "group", id })}
          />
          {below.length > 0 && (
            <Text tone="soft">
              {words.newAnalysis.subjects.withGroups({
                names: below.map((id) => all.find((group) => group.id === id)?.name).join(", ")
              })}
            </Text>
          )}
        </Row>
      )}
      {whom.kind === "type" && (
        <Choice
          label={words.newAnalysis.subjects.type}
          of={[
            ["", words.newAnalysis.subjects.chooseType],
            ...types
              .filter(({ id }) => present.has(id) || id === whom.id)
              .map(({ id, label }) => [id, label] as const)
          ]}
          value={whom.id}
          onChoose={(id) => onWhom({ kind: "type", id })}
        />
      )}
    </Stack>
  )
}

interface AreaFieldsProps {
  readonly areas: ReadonlyArray<string>
  readonly onAreas: (areas: ReadonlyArray<string>) => void
  readonly limit: number | undefined
  readonly estimate: Estimate | undefined
}

/** Kinds of features that may be grazed; for each selected one the server says whether it is. */
const GRAZED: ReadonlySet<string> = new Set(["zone", "geofence"])

/** AreaFields selects the areas. */
export const AreaFields = ({ areas, estimate, limit, onAreas }: AreaFieldsProps) => {
  const { project } = useProject()
  const { data: all = [] } = useQuery(features(project.id))
  const chosen = new Set(areas)
  const hectares = new Map((estimate?.areas ?? []).map((area) => [area.id, area.hectares]))
  const refused = new Map((estimate?.refused_features ?? []).map(({ detail, id }) => [id, detail]))
  const some = all
    .filter(({ feature_type, id }) => GRAZED.has(feature_type) || chosen.has(id))
    .map(({ id, name }) => {
      const size = hectares.get(id)
      return { id, name, detail: size === undefined ? undefined : `${Math.round(size)} ha` }
    })
  return (
    <Stack gap={3} pad>
      <Row>
        <Text as="b">{words.newAnalysis.areas.title}</Text>
        <Text tone="soft" num>
          {words.newAnalysis.areas.chosen({ count: areas.length, limit: limit ?? null })}
        </Text>
        {areas.length < some.length && (
          <Push>
            <button type="button" className="link" onClick={() => onAreas(some.map(({ id }) => id))}>
              {words.newAnalysis.areas.addAll({ count: some.length })}
            </button>
          </Push>
        )}
      </Row>
      <Picker
        noun={words.newAnalysis.areas.noun}
        all={some}
        chosen={areas}
        refused={refused}
        onChosen={onAreas}
      />
    </Stack>
  )
}
