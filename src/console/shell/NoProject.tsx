import { State } from "./states.tsx"
import look from "./states.module.css"

/** Somebody who is in no project yet, or a server that has none. */
export const NoProject = () => (
  <main className={look["page"]}>
    <State icon="seed" title="There is no project for you yet." whole>
      <p>
        Somebody who administers a project adds you to it. On a server of your own, make the first one as the{" "}
        <a className="link" href="/guide">
          guide
        </a>{" "}
        says.
      </p>
    </State>
  </main>
)
