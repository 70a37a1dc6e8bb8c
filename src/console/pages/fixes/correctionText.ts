// Texts about corrections.
import { words } from "../../../words/language.ts"
import type { Curation } from "../../data/fixes.ts"

/** doneText describes a correction: `3 fixes marked as wrong`. */
export const doneText = ({ positions, set }: Pick<Curation, "positions" | "set">): string =>
  words.fixes.done({
    count: positions,
    isRight: set.valid ?? null,
    isMovedInTime: set.time !== undefined,
    isMovedInPlace: set.geometry !== undefined
  })

/** actText labels the button: `Mark 3 fixes as wrong`. */
export const actText = (set: Curation["set"], count: number): string =>
  words.fixes.act[set.valid === undefined ? "move" : set.valid ? "right" : "wrong"]({ count })
