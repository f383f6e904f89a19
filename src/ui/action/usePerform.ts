import { useCallback } from 'react'
import { sentValues, uploadIn } from '../../derive/forms/sent.ts'
import { CallFailure, hashed } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { viewAs } from '../../providers/login.ts'
import { chosenFile } from '../form/chosenFile.ts'
import { useDeed } from '../hooks/useDeed.ts'
import { useReadAnew } from '../hooks/useReadAnew.ts'
import { type Begun, keyParams, keysOf } from './begun.ts'
import { doneWord, isSubmitted } from './doneWords.ts'
import { type SavedFile, saveFile } from './saveFile.ts'
import { showCode } from './shownCode.ts'
import { ownCallOf, useRecordDeed } from './useRecordDeed.ts'

type Values = Readonly<Record<string, unknown>>

/** How the caller has seen the rows, where the call asks. */
const versionsOf = ({ action, rows }: Begun): Values => {
  const versions = rows.map(({ version }) => version)
  if (rows.length === 0 || !action.isSeen || versions.includes(undefined)) return {}
  return rows.length === 1 ? { version: versions[0] } : { versions }
}

/** Makes an action's call through refine and tells every view that shows such records to read them anew. Throws CallFailure. */
export const usePerform = () => {
  const { attempt } = useDeed()
  const record = useRecordDeed()
  const readAnew = useReadAnew()
  return useCallback(
    async (begun: Begun, values: Values): Promise<void> => {
      const { resource, action, requestId } = begun
      const sent = {
        ...versionsOf(begun),
        ...(action.form ? sentValues(action.form, values, hashed) : values),
        ...begun.besides,
        request_id: requestId,
      }
      const done = action.done ?? t`${action.label}成功`
      const call = ownCallOf(begun)
      // Whoever is told that another has changed a row, or that it was done before, sees what it is now.
      const refused = (error: unknown): never => {
        if (error instanceof CallFailure && error.code === 409) readAnew.records(resource)
        throw error
      }
      if (call) {
        const made = await record({ call, resource, keys: keysOf(begun), values: sent, done }).catch(refused)
        begun.onDone?.(made)
        if (isSubmitted(made)) return void readAnew.everything()
        if (begun.from) readAnew.records(begun.from.resource)
        return readAnew.besides(resource)
      }
      const params = { ...keyParams(begun), ...sent }
      const upload = action.form ? uploadIn(action.form) : undefined
      const answer = await attempt<({ token?: string } & Partial<SavedFile>) | null>(
        action.can,
        params,
        action.enters ? undefined : (answer) => doneWord(answer, done),
        upload === undefined ? null : chosenFile(values[upload]),
      ).catch(refused)
      if (action.enters && answer?.token) return viewAs(answer.token)
      if (action.saves) {
        saveFile({ name: '', ...answer })
        return void readAnew.records(resource)
      }
      showCode(answer)
      begun.onDone?.(answer)
      // A decision may have done whatever was submitted.
      if (isSubmitted(answer) || resource.draws === 'approvalTrail') return void readAnew.everything()
      // The dialog closes now; what shows such records reads them anew behind it.
      readAnew.records(resource)
    },
    [attempt, record, readAnew],
  )
}
