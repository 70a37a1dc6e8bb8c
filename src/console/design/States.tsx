// States shows the state of a query: loading, error, empty, or its data.
import type { ReactNode } from "react"
import type { IconName } from "./marks/icons.ts"
import { State, Trouble, Waiting } from "../shell/states.tsx"

interface LoadingProps {
  /** the data that is loading, as a noun */
  readonly what: string
}

/** Loading draws grey lines after 300 ms. */
export const Loading = ({ what }: LoadingProps) => <Waiting what={what} />

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  /** an explanation and one action */
  readonly children?: ReactNode
}

/** Empty says that there is no data and offers one action. */
export const Empty = ({ children, icon, title }: EmptyProps) => (
  <State icon={icon} title={title}>
    {children}
  </State>
)

interface RefusedProps {
  readonly error: unknown
  readonly again?: () => void
  readonly children?: ReactNode
}

/** Refusal shows why a request failed: the missing permission, or a retry button. */
export const Refusal = ({ again, children, error }: RefusedProps) => (
  <Trouble error={error} {...(again === undefined ? {} : { again })}>
    {children}
  </Trouble>
)

/** Read is the part of a TanStack query that States uses. */
interface Read<D> {
  readonly data: D | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => Promise<unknown>
}

interface StatesProps<D> {
  readonly of: Read<D>
  readonly what: string
  readonly isEmpty?: (data: D) => boolean
  readonly empty?: ReactNode
  readonly children: (data: D) => ReactNode
}

/** States renders `children` with the data of a query; older data stays below the error of a newer request. */
export const States = <D,>({ children, empty, isEmpty, of, what }: StatesProps<D>) => (
  <>
    {of.error !== null && <Refusal error={of.error} again={() => void of.refetch()} />}
    {of.isPending && <Loading what={what} />}
    {of.data !== undefined && (isEmpty?.(of.data) === true ? of.error === null && empty : children(of.data))}
  </>
)
