// The entry `pugmark/testing`. An installed package runs the bundle; a clone that is linked into another project runs
// its sources, so that a change takes effect at once.
import { existsSync } from "node:fs"
import type * as Scenes from "./Scene.ts"

export type * from "./Scene.ts"

const CLONE_ENTRY = new URL("../../src/testing/Scene.ts", import.meta.url)

const { scene: makeScene } = existsSync(CLONE_ENTRY)
  ? ((await import(CLONE_ENTRY.href)) as typeof Scenes)
  : await import("./Scene.ts")

/**
 * scene makes a scene that tests a rule: `scene({ rule, features })`. Throws an error with each fault of the
 * rule's document.
 */
export const scene: typeof Scenes.scene = makeScene
