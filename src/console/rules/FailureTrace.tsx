// The trace of a rule's failure, step by step, read on request.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../api/Refused.ts"
import { Steps } from "../event/Steps.tsx"
import { tracePage } from "../queries/traces.ts"

/** The trace of a rule's failure. */
export const FailureTrace = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(tracePage(id))
  if (error !== null) return <p>{sentenceOf(error)}</p>
  if (data === undefined) return <p className="faint">Loading the trace</p>
  return <Steps event={null} trace={data} />
}
