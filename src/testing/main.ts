// The entry `pugmark/testing`. An installed package runs the bundle. A clone that is linked into another project runs
// its sources, so that a change is tried at once.
import { existsSync } from "node:fs"
import type * as Scenes from "./Scene.ts"

export type * from "./Scene.ts"

const CLONE_ENTRY = new URL("../../src/testing/Scene.ts", import.meta.url)

const { scene: makeScene } = existsSync(CLONE_ENTRY)
  ? ((await import(CLONE_ENTRY.href)) as typeof Scenes)
  : await import("./Scene.ts")

/**
 * scene makes a scene to play a rule in: `scene({ rule, features })`. Throws with each fault of the rule's
 * document.
 */
export const scene: typeof Scenes.scene = makeScene
