import type { WidgetProps } from '@rjsf/utils'
import type { Field } from '../../core/form.ts'
import { type FormState, fieldOfProps, pathOfId, useFormState } from './context.ts'

/** Gives what is wrong with a field. What a choice fills has no input of its own: its rule is shown, and marked, where it is chosen. */
export const messageOf = ({ messages, prefix }: FormState, id: string, field: Field): string | undefined =>
  [pathOfId(id, prefix), ...Object.keys(field['x-lookup']?.fills ?? {})]
    .map((name) => messages.get(name))
    .find((text) => text !== undefined)

/** Gives what a field says to those who hear the form: that it is wrong and why, or its hint. */
export const useFieldAria = (props: WidgetProps) => {
  const field = fieldOfProps(props)
  const message = messageOf(useFormState(), props.id, field)
  // An input in a row of a list is told by the list, which knows its place.
  const isWrong = message !== undefined || (props.rawErrors ?? []).length > 0
  return {
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `${props.id}-message` : field.description ? `${props.id}-hint` : undefined,
  }
}

/** Gives what an input that one types into says: that it must be filled in, too. */
export const useInputAria = (props: WidgetProps) => ({ ...useFieldAria(props), 'aria-required': props.required === true })
