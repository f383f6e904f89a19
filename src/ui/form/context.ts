import type { WidgetProps } from '@rjsf/utils'
import { createContext, use } from 'react'
import type { Field } from '../../core/form.ts'

export type Values = Record<string, unknown>

/** A reference as it stands in a record: its number, and its text. */
export interface Named {
  value: unknown
  label: string
}

/** What another has put in a field that was changed here, too: in words, and what takes it in place of what was typed. */
export interface Theirs {
  words: string
  takes: Values
}

/** What every widget of a form may reach: its value is here and nowhere else. */
export interface FormState {
  values: Values
  /** Sets fields on what stands at that moment, however many are set in one breath; what they clear is emptied. */
  patch: (some: Values) => void
  /** The message under each field, by its path. */
  messages: ReadonlyMap<string, string>
  toast: (text: string) => void
  /** Told that a file is on its way (1), and that it is no more (-1): until then nothing is sent, or it would be left behind. */
  arrives: (more: 1 | -1) => void
  /** The secrets that the server has. */
  held: readonly string[]
  /** What is chosen by its number in the record that is edited, by field, and how it is called; of a list each. */
  named: Readonly<Record<string, Named | readonly Named[]>>
  /** What another has put in fields that were changed here, too, by field. */
  theirs: Readonly<Record<string, Theirs>>
  /** What the ids of its inputs begin with. */
  prefix: string
  /** The key of the record that the form is about, by its name; nothing where it is about none, or several. */
  about: Values
  /** The record that the form is about, or that it began from: what is chosen first (the project of a room) is as there. */
  subject: Values
  /** The keys of the records that the form is about, where they are several. */
  several: readonly number[]
}

export const FormContext = createContext<FormState | null>(null)

/** Gives the state of the form around; throws outside of one. */
export const useFormState = (): FormState => {
  const state = use(FormContext)
  if (!state) throw new Error('no form around this input')
  return state
}

/** Gives the field's declaration out of rjsf's props. */
export const fieldOfProps = (props: WidgetProps): Field => props.schema as unknown as Field

/** Gives a field's path out of rjsf's id: root_price → price, root_all_floor_0_level stays a path with dots. */
export const pathOfId = (id: string, prefix: string): string => id.slice(prefix.length).replace(/^_/, '')
