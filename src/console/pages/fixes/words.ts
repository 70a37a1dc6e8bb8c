// Texts about corrections.
import type { Curation } from "../../data/fixes.ts"

const fixes = (count: number): string => (count === 1 ? "1 fix" : `${count} fixes`)

/** wordsOf describes a correction: `3 fixes marked as wrong`. */
export const wordsOf = ({ positions, set }: Pick<Curation, "positions" | "set">): string => {
  const parts = [
    ...(set.valid === undefined ? [] : [set.valid ? "marked as right" : "marked as wrong"]),
    ...(set.time === undefined ? [] : ["moved in time"]),
    ...(set.geometry === undefined ? [] : ["moved in place"])
  ]
  return `${fixes(positions)} ${parts.join(", ")}`
}

/** actOf labels the button: `Mark 3 as wrong`. */
export const actOf = (set: Curation["set"], count: number): string =>
  set.valid === undefined
    ? `Move ${fixes(count)}`
    : `Mark ${fixes(count)} as ${set.valid ? "right" : "wrong"}`
