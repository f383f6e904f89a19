import { useEffect } from 'react'
import { resourceNamed, resources } from '../../declared/declared.ts'
import { call } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useToast } from '../later/toast.tsx'
import { type Begun, keyParams, type Row } from './begun.ts'
import type { Run } from './useRunAction.ts'

/** What was submitted, as its call gives it: the action, the record that it is done to, what was filled in. */
interface Submitted {
  resource: string
  action: string
  record_id: number | null
  params: Readonly<Record<string, unknown>>
}

/** Opens again the dialog of what a row submitted, with what was filled in, on the record as it is now. */
export default function Resume({ begun, run }: { begun: Begun; run: Run }) {
  const { failed } = useToast()
  const resume = async (): Promise<void> => {
    const key = keyParams(begun)
    const { resource: name, action: actionName, record_id, params } = await call<Submitted>(begun.action.can, key)
    const resource = resources.some((one) => one.name === name) ? resourceNamed(name) : null
    const action = resource?.actions.find((one) => one.name === actionName)
    if (!resource || !action) throw new Error(t`这个操作已不在，不能重新提交`)
    const path = resource.calls.detail
    const rows = record_id === null || !path ? [] : [await call<Row>(path, { [resource.key]: record_id })]
    const { [resource.key]: _key, version: _version, ...given } = params
    const besides = key.audit_id === undefined ? {} : { audit_id: key.audit_id }
    run(resource, action, rows, { given, besides, ...(begun.onDone ? { onDone: begun.onDone } : {}) })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one deed, however often this is drawn
  useEffect(() => void resume().catch(failed), [])
  return null
}
