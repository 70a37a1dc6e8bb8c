// Alerts as pages show them, as hooks.
import { useMutationState, useQuery } from "@tanstack/react-query"
import { useCallback, useMemo, useSyncExternalStore } from "react"
import { alertsAbout, alertsOf } from "../alerts.ts"
import { type Alert, type AlertStatus, alertStore } from "./alertStore.ts"
import {
  type AlertFilter,
  type AlertList,
  type EntityAlerts,
  type Meanwhile,
  shownAlert,
  shownEntityAlerts,
  shownList,
  stepsUnderWay
} from "./shownAlerts.ts"

/** Options of a query that a page may set. */
interface Options {
  readonly enabled?: boolean
  readonly meta?: Readonly<Record<string, unknown>>
}

const useMeanwhile = (): Meanwhile => {
  const alerts = useSyncExternalStore(alertStore.watch, alertStore.read)
  const steps = useMutationState(stepsUnderWay)
  return useMemo(() => ({ alerts, steps }), [alerts, steps])
}

/** useAlerts returns the query of the alerts of one status, as they are shown. */
export const useAlerts = (
  projectId: string,
  status: AlertStatus,
  filter: AlertFilter = {},
  options: Options = {}
) => {
  const meanwhile = useMeanwhile()
  const select = useCallback((list: AlertList) => shownList(list, meanwhile), [meanwhile])
  return useQuery({ ...alertsOf(projectId, status, filter), ...options, select })
}

/** useAlertsAbout returns the query of the alerts of an entity, as they are shown. */
export const useAlertsAbout = (projectId: string, entityId: string, options: Options = {}) => {
  const meanwhile = useMeanwhile()
  const select = useCallback((list: EntityAlerts) => shownEntityAlerts(list, meanwhile), [meanwhile])
  return useQuery({ ...alertsAbout(projectId, entityId), ...options, select })
}

/** useShownAlert returns an alert of any read as it is shown now. */
export const useShownAlert = <A extends Alert | null | undefined>(alert: A): A => {
  const meanwhile = useMeanwhile()
  return useMemo(() => (alert == null ? alert : (shownAlert(alert, meanwhile) as A)), [alert, meanwhile])
}

/** useUnsentSteps returns how many steps wait to be sent again. */
export const useUnsentSteps = (): number =>
  useMutationState(stepsUnderWay).filter(({ resendMs }) => resendMs !== undefined).length
