import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CHOICES } from '../../providers/choiceProvider.ts'

/** Whether a query asked for records to choose from, or for the names of those that are chosen. */
export const isChoice = ([first, provider]: readonly unknown[]): boolean => first === 'lookup' || (first === 'data' && provider === CHOICES)

/** Says that what was read to choose from may no longer be so; what is shown is read anew unless `shown` is 'stay'. */
export const staleChoices = (queries: QueryClient, shown: 'again' | 'stay' = 'again'): void =>
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => isChoice(queryKey),
    refetchType: shown === 'stay' ? 'none' : 'active',
  })

/** Makes whoever calls it load lookups anew, once, while what was loaded before stands there: a dialog that opens (spec.md section 2). */
export const useFreshLookups = (): void => {
  const queries = useQueryClient()
  // Before the first input is drawn: as it is, it asks.
  useState(() => staleChoices(queries, 'stay'))
}
