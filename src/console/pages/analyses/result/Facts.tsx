// Named values side by side.
import look from "./result.module.css"

/** Facts shows names above their values. */
export const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, value: string]> }) => (
  <dl className={look["facts"]}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
