// How a rule failed, step by step: its trace, read when somebody asks for it.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../api/Refused.ts"
import { Steps } from "../event/Steps.tsx"
import { tracePage } from "../queries/traces.ts"

export const FailureTrace = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(tracePage(id))
  if (error !== null) return <p>{sentenceOf(error)}</p>
  if (data === undefined) return <p className="faint">Loading the trace</p>
  return <Steps event={null} trace={data} />
}
