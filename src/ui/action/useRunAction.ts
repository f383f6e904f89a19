import { mapValues } from 'es-toolkit'
import { createContext, useCallback, useContext } from 'react'
import { generatePath, useNavigate } from 'react-router'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { routeOf } from '../../derive/routes.ts'
import type { Beginning, Row } from './begun.ts'

export type Run = (resource: CompleteResource, action: CompleteAction, rows?: readonly Row[], beginning?: Beginning) => void

/** How the host is told of what someone begins. */
export const RunContext = createContext<Run>(() => {})

/** Gives the function that begins an action: its dialog or its confirmation opens, whatever screen one is on, or it leads to another. */
export const useRunAction = (): Run => {
  const run = useContext(RunContext)
  const navigate = useNavigate()
  return useCallback(
    (resource, action, rows = [], beginning) => {
      if (action.leads) void navigate(generatePath(routeOf(action.leads), mapValues(rows[0] ?? {}, String)))
      else run(resource, action, rows, beginning)
    },
    [run, navigate],
  )
}
