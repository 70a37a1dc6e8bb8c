// The result of a run that is complete.
import { Main } from "../../design/kit.tsx"
import type { Run } from "../../queries/analyses.ts"

/** ResultPage is the part of a run's page below its head, once the run has a result. */
export const ResultPage = ({ run }: { readonly run: Run }) => <Main>{run.method_version}</Main>
