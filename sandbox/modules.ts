// The modules that an analysis thread can run, by their keys.
import type { SandboxJob } from "../src/domain/analysis/SandboxJob.ts"
import type { Module } from "./Module.ts"
import { grazing } from "./grazing/grazing.ts"
import { movement } from "./movement/movement.ts"

type Modules = {
  readonly [Key in SandboxJob["module"]]?: Module<Extract<SandboxJob, { readonly module: Key }>>
}

export const modules: Modules = { grazing, movement }
