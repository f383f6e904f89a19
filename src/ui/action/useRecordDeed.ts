import { type BaseKey, useCreate, useDelete, useDeleteMany, useUpdate } from '@refinedev/core'
import { useCallback } from 'react'
import type { CompleteResource } from '../../derive/complete.ts'
import type { Begun } from './begun.ts'
import { doneWord } from './doneWords.ts'

const OWN_CALLS = ['add', 'edit', 'del'] as const
type OwnCall = (typeof OWN_CALLS)[number]

/** Whether a call is made on so many records as were chosen. */
const isOn: Readonly<Record<OwnCall, (count: number) => boolean>> = {
  add: (count) => count === 0,
  edit: (count) => count === 1,
  del: (count) => count > 0,
}

/** Gives which of its resource's own calls what was begun makes; undefined where it makes another. */
export const ownCallOf = ({ resource, action, rows }: Begun): OwnCall | undefined =>
  OWN_CALLS.find((call) => resource.calls[call] === action.can && isOn[call](rows.length))

/** One of a resource's own calls, on the records with these keys (none for `add`); '' where nothing is said when it is done. */
interface RecordDeed {
  call: OwnCall
  resource: CompleteResource
  keys: readonly BaseKey[]
  values: Readonly<Record<string, unknown>>
  done: string
}

/**
 * Gives what adds, edits and deletes records through refine, which has whatever shows the resource's records read anew: after an `add` that
 * was done, and after an `edit` or `del` also where it was refused, for it stops the reads under way before it begins. Throws CallFailure,
 * unsaid. Gives the answer of an `add` or an `edit`.
 */
export const useRecordDeed = () => {
  // The hooks' own mutateAsync is another one at each draw.
  const { mutation: creating } = useCreate()
  const { mutation: updating } = useUpdate()
  const { mutation: deleting } = useDelete()
  const { mutation: deletingMany } = useDeleteMany()
  const [create, update, remove] = [creating.mutateAsync, updating.mutateAsync, deleting.mutateAsync]
  const removeMany = deletingMany.mutateAsync
  return useCallback(
    async ({ call, resource, keys, values, done }: RecordDeed): Promise<unknown> => {
      const told = {
        resource: resource.name,
        values,
        invalidates: ['resourceAll' as const],
        successNotification: done !== '' && ((answer?: { data?: unknown }) => doneWord(answer?.data, done)),
        errorNotification: false as const,
      }
      const [id = 0, ...others] = keys
      if (call === 'add') return (await create(told)).data
      if (call === 'edit') return (await update({ ...told, id })).data
      return others.length === 0 ? remove({ ...told, id }) : removeMany({ ...told, ids: [...keys] })
    },
    [create, update, remove, removeMany],
  )
}
