import { useMany } from '@refinedev/core'
import { type ReactNode, useState } from 'react'
import { mayChoose } from '../../declared/choosers.ts'
import { resources } from '../../declared/declared.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { CHOICES } from '../../providers/choiceProvider.ts'
import { mayCall } from '../../providers/mayCall.ts'
import { mayRead } from '../action/allowed.ts'
import { useOwnMeta } from '../hooks/useOwnMeta.ts'
import { KindCell } from '../kinds/KindCell.tsx'
import { isEmpty } from '../kinds/kindView.ts'
import { PlaceContext } from '../tab/recordAddress.ts'
import './beside.css'
import type { LookupRow } from './useLookup.ts'

/** How long what stands beside choices stays as it was read, in milliseconds. */
const FRESH = 30_000

/** The resource whose records a call gives, where rows of choices show more of them than a name. */
const besideOf = (path: string | null): CompleteResource | undefined =>
  resources.find(
    (resource) =>
      path?.startsWith(`/api/${resource.name}/`) === true &&
      resource.calls.choose !== null &&
      resource.facts.some(({ chosen }) => chosen) &&
      mayRead(resource) &&
      mayChoose(resource, mayCall),
  )

/** What stands beside one: words and states as they are, numbers with what they are, and only those that are over what is watched. */
const Beside = ({ of, row }: { of: CompleteResource; row: LookupRow }): ReactNode =>
  of.facts.map(({ column: name, chosen, tone, over }) => {
    const [column, value] = [of.column[name], row[name]]
    const isQuiet = over !== undefined && Number(value) <= over
    if (!chosen || !column || isEmpty(value) || isQuiet) return null
    return (
      <span key={name} data-tone={tone}>
        {column.align === 'right' && `${column.label} `}
        <KindCell column={column} value={value} row={row} />
      </span>
    )
  })

interface Offered {
  onOpenChange: (isOpen: boolean) => void
}

/**
 * Gives an input's props with what is shown beside each of its choices, as the resource says (`facts`, `chosen`): one question for all of
 * them, when they are opened, and none for who may not read such records.
 */
export const useBeside = <P extends Offered>(path: string | null, ids: readonly number[], props: P) => {
  const [isOpen, setOpen] = useState(false)
  const target = besideOf(path)
  const enabled = isOpen && target !== undefined && ids.length > 0
  const { result } = useMany<LookupRow & { id?: number }>({
    resource: target?.calls.choose ?? '',
    dataProviderName: CHOICES,
    ids: enabled ? [...ids].sort((a, b) => a - b) : [],
    meta: { ...useOwnMeta(), facts: 1 },
    queryOptions: { enabled, staleTime: FRESH, placeholderData: (previous) => previous },
    errorNotification: false,
  })
  if (!target) return props
  return {
    ...props,
    onOpenChange: (open: boolean): void => {
      setOpen(open)
      props.onOpenChange(open)
    },
    optionRender: ({ value, label }: { value?: string | number | undefined; label?: ReactNode }): ReactNode => {
      const row = result.data.find((one) => one[target.key] === value)
      return (
        <span className="choice">
          <span>{label}</span>
          {row && (
            <small>
              <PlaceContext value={null}>
                <Beside of={target} row={row} />
              </PlaceContext>
            </small>
          )}
        </span>
      )
    },
  }
}
