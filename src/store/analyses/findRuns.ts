// Searches runs by name; a run without one by its module.
import type { PgClient } from "@effect/sql-pg"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { ModuleKey } from "../../domain/analysis/catalogue.ts"
import type { RankedItem } from "../../domain/system/SearchItem.ts"
import { containsText, rankOf } from "../search/textMatch.ts"
import { texts } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"
import { seesRun } from "./runRow.ts"

const name = "coalesce(r.name, r.module)"

/** Runs of these modules whose name or module contains `q`: the `limit` best matches. */
export const findRuns = (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  modules: ReadonlyArray<ModuleKey>,
  q: string,
  limit: number
) => pg<RankedItem>`
  select 'run' as type, r.id, ${pg.literal(name)} as name, r.status as detail, null as severity,
    ${pg.literal(wireTime("r.created_at"))} as at, ${rankOf(pg, name, q)} as rank
  from analysis_runs r
  where r.project_id = ${projectId}::uuid and r.module = any(${texts(modules)})
    and ${seesRun(pg, visibility)} and ${pg.or([containsText(pg, "r.name", q), containsText(pg, "r.module", q)])}
  order by rank, r.created_at desc, r.id
  limit ${limit}`
