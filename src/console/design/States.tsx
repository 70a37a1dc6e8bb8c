// States shows what a read has come to: loading, refused or in trouble, nothing there, or what it has read.
import type { ReactNode } from "react"
import type { IconName } from "../look/icons.ts"
import { State, Trouble, Waiting } from "../shell/states.tsx"

interface LoadingProps {
  /** what is read, as a noun */
  readonly what: string
}

/** Loading is grey lines, drawn after 300 ms. */
export const Loading = ({ what }: LoadingProps) => <Waiting what={what} />

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  /** what is missing, and one thing to do about it */
  readonly children?: ReactNode
}

/** Empty says that there is nothing, and offers one thing to do. */
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

/** Refusal is why a request got no answer, with the permission it lacks or a button to try again. */
export const Refusal = ({ again, children, error }: RefusedProps) => (
  <Trouble error={error} {...(again === undefined ? {} : { again })}>
    {children}
  </Trouble>
)

/** Read is a query of TanStack, as far as States looks at it. */
export interface Read<D> {
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

/** States shows `children` of what was read; what was read before stays below the trouble of a newer read. */
export const States = <D,>({ children, empty, isEmpty, of, what }: StatesProps<D>) => (
  <>
    {of.error !== null && <Refusal error={of.error} again={() => void of.refetch()} />}
    {of.isPending && <Loading what={what} />}
    {of.data !== undefined && (isEmpty?.(of.data) === true ? of.error === null && empty : children(of.data))}
  </>
)
