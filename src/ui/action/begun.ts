import type { BaseKey } from '@refinedev/core'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import type { FormState } from '../form/context.ts'

export type Row = Record<string, unknown>

/** A record with what it is one of. */
export interface Subject {
  resource: CompleteResource
  row: Row
}

/** An action that someone has begun: on these rows (none for a page's action). */
export interface Begun {
  resource: CompleteResource
  action: CompleteAction
  rows: readonly Row[]
  /** Says to the server that a second sending of this very deed is the same deed. */
  requestId: string
  /** Tells one dialog from the next; those that follow by 保存并继续 are one. */
  opened?: string
  /** Told when it is done, with what the call answered. */
  onDone?: (answer?: unknown) => void
  /** Where it is done at once: told when it has ended, done or refused. */
  onEnd?: () => void
  /** What its dialog starts with; where it only asks whether, what it sends. */
  given?: Readonly<Record<string, unknown>>
  /** The record that it began from, where that is another's: what is done changes that one, too. */
  from?: Subject
  /** How what it starts with is called, by field. */
  named?: FormState['named']
  /** What is sent beside: the submission that it is submitted again as. */
  besides?: Readonly<Record<string, unknown>>
}

/** What someone who begins an action knows of it beside the rows. */
export type Beginning = Pick<Begun, 'onDone' | 'onEnd' | 'given' | 'from' | 'named' | 'besides'>

export const keysOf = ({ resource, rows }: Begun): BaseKey[] => rows.map((row) => row[resource.key] as BaseKey)

/** Gives the one record that an action is about: its own, or the one that it began from. */
export const subjectOf = ({ resource, rows: [row, ...others], from }: Begun): Subject | undefined =>
  row ? (others.length === 0 ? { resource, row } : undefined) : from

/** How a call is told which records it is about: one by its key, several by `ids`. */
export const keyParams = (begun: Begun): Readonly<Record<string, unknown>> => {
  const [key, ...others] = keysOf(begun)
  if (key === undefined) return {}
  return others.length === 0 ? { [begun.resource.key]: key } : { ids: [key, ...others] }
}

/** What a dialog of an action gets. */
export interface DialogProps {
  begun: Begun
  onClose: () => void
}
