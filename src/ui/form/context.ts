import type { WidgetProps } from '@rjsf/utils'
import type { Field } from '../../core/form.ts'

export type Values = Record<string, unknown>

/** What every widget of a form may reach beside its own value. */
export interface FormContext {
  values: Values
  /** Sets several fields at once: what a chosen row fills. */
  patch: (values: Values) => void
  /** The message under each field, by its path. */
  messages: ReadonlyMap<string, string>
  toast: (text: string) => void
}

/** Gives the form's context and the field's declaration out of rjsf's props. */
export const contextOf = (props: WidgetProps): FormContext => props.registry.formContext as FormContext
export const fieldOfProps = (props: WidgetProps): Field => props.schema as unknown as Field

/** Gives a field's path out of rjsf's id: root_price → price, root_all_floor_0_level stays a path with dots. */
export const pathOfId = (id: string): string => id.replace(/^root_?/, '')
