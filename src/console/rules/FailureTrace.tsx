// How a rule failed, step by step: its trace, read when somebody asks for it.
import { useQuery } from "@tanstack/react-query"
import { call } from "../api/call.ts"
import { sentenceOf } from "../api/Refused.ts"
import { Steps } from "../event/Steps.tsx"

const trace = (id: string) => ({
  queryKey: ["trace", id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call("GET", "/traces/:trace_id", { params: { trace_id: id }, signal }),
  staleTime: Infinity
})

export const FailureTrace = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(trace(id))
  if (error !== null) return <p>{sentenceOf(error)}</p>
  if (data === undefined) return <p className="faint">Loading the trace</p>
  return <Steps event={null} trace={data} />
}
