// The members of a project with their roles and scopes, and its contacts. Read only: members are changed through
// the API.
import { useQuery } from "@tanstack/react-query"
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
            {user_id === me.id && <span className="faint">you</span>}
            {!enabled && <span className="chip">cannot sign in</span>}
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
    <Section title="Members" about={data === undefined ? undefined : String(data.length)}>
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="members" />}
      {data !== undefined && (
        <div className={look["people"]}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">Role</th>
                <th scope="col">Sees</th>
                <th scope="col" className="end">
                  Since
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
      {data?.length === 0 && (
        <p className={page["none"]}>No members. Server administrators see every project.</p>
      )}
    </Section>
  )
}

const Callable = () => {
  const { me, project } = useProject()
  const { data, error, refetch } = useQuery(contacts(project.id))
  return (
    <Section title="Who can be called" about="members who share their number">
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="contacts" />}
      <ul className={page["list"]}>
        {data?.map((one) => (
          <li key={one.user_id}>
            <div>
              <p>
                <b>
                  <bdi>{one.name ?? "No name given"}</bdi>
                </b>{" "}
                {one.user_id === me.id && <span className="faint">you</span>}
              </p>
              <p className="mono">{one.phone}</p>
            </div>
            <CallLink contact={one} />
          </li>
        ))}
      </ul>
      {data?.length === 0 && (
        <p className={page["none"]}>Nobody shares a number yet. You can, on the page of your account.</p>
      )}
    </Section>
  )
}

/** The page of members and contacts. */
export const PeoplePage = () => {
  const { may } = useProject()
  return (
    <ProjectFrame name="People">
      <div className={look["column"]}>
        {may("members:write") ? (
          <Members />
        ) : (
          <Section title="Members">
            <p className={look["denied"]}>
              It tells e-mail addresses: <MissingPermission what="the list" permission="members:write" />
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
