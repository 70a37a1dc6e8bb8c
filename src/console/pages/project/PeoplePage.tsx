// The members of a project with their roles and scopes, and its contacts. Read only: members are changed through
// the API.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { Section } from "../../design/Section.tsx"
import page from "../../design/section.module.css"
import { contacts } from "../../data/contacts.ts"
import { type Member, members, namesIn } from "../../data/project.ts"
import { CallLink } from "../alerts/call/CallLink.tsx"
import { initialsOf } from "../../design/marks/initials.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import { ProjectFrame } from "./ProjectFrame.tsx"
import { sightOf } from "./sight.ts"
import look from "./project.module.css"

const Row = ({ member, names }: { readonly member: Member; readonly names: ReadonlyMap<string, string> }) => {
  const { me, project, zone } = useProject()
  const { created_at, email, enabled, name, role, scope, user_id } = member
  return (
    <tr>
      <td>
        <div className={look["who"]}>
          <span className={look["face"]} aria-hidden="true">
            {initialsOf(name === "" ? email : name)}
          </span>
          <div>
            <bdi className="strong">{name === "" ? email : name}</bdi>{" "}
            {user_id === me.id && <span className="faint">{words.project.people.you}</span>}
            {!enabled && <span className="chip">{words.project.people.disabled}</span>}
            {name !== "" && <p className="faint">{email}</p>}
          </div>
        </div>
      </td>
      <td>{names.get(role) ?? role}</td>
      <td>
        <bdi className={scope === null ? "soft" : ""}>{sightOf(scope, names, entityWord(project))}</bdi>
      </td>
      <td className="num soft end">{inZone(created_at, zone, "date")}</td>
    </tr>
  )
}

const Members = () => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(members(project.id))
  const { data: names = new Map<string, string>() } = useQuery(namesIn(project.id))
  return (
    <Section title={words.project.people.title} about={data === undefined ? undefined : String(data.length)}>
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.project.people.what} />}
      {data !== undefined && (
        <div className={look["people"]}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.project.people.who}</th>
                <th scope="col">{words.project.people.role}</th>
                <th scope="col">{words.project.people.sees}</th>
                <th scope="col" className="end">
                  {words.project.people.since}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((member) => (
                <Row key={member.user_id} member={member} names={names} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data?.length === 0 && <p className={page["none"]}>{words.project.people.none}</p>}
    </Section>
  )
}

const Callable = () => {
  const { me, project } = useProject()
  const { data, error, refetch } = useQuery(contacts(project.id))
  return (
    <Section title={words.project.contacts.title} about={words.project.contacts.about}>
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.project.contacts.what} />}
      <ul className={page["list"]}>
        {data?.map((one) => (
          <li key={one.user_id}>
            <div>
              <p>
                <b>
                  <bdi>{one.name ?? words.project.contacts.noName}</bdi>
                </b>{" "}
                {one.user_id === me.id && <span className="faint">{words.project.people.you}</span>}
              </p>
              <p className="mono">{one.phone}</p>
            </div>
            <CallLink contact={one} />
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className={page["none"]}>{words.project.contacts.none}</p>}
    </Section>
  )
}

/** The page of members and contacts. */
export const PeoplePage = () => {
  const { may } = useProject()
  return (
    <ProjectFrame page="people">
      <div className={look["column"]}>
        {may("members:write") ? (
          <Members />
        ) : (
          <Section title={words.project.people.title}>
            <p className={look["denied"]}>
              {words.project.people.private}{" "}
              <MissingPermission what={words.project.people.theList} permission="members:write" />
            </p>
          </Section>
        )}
      </div>
      <div className={look["column"]}>
        <Callable />
      </div>
    </ProjectFrame>
  )
}
