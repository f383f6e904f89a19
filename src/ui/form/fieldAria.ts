import type { WidgetProps } from '@rjsf/utils'
import type { Field } from '../../core/form.ts'
import { isSameValue } from '../../derive/forms/mergeTyped.ts'
import { today } from '../../protocol/dates.ts'
import { readIdCard } from '../../protocol/idCard.ts'
import { t } from '../../providers/i18nProvider.ts'
import { type FormState, fieldOfProps, pathOfId, type Theirs, useFormState } from './context.ts'

/** Gives what is wrong with a field. What a choice fills has no input of its own: its rule is shown, and marked, where it is chosen. */
export const messageOf = ({ messages, prefix }: FormState, id: string, field: Field): string | undefined =>
  [pathOfId(id, prefix), ...Object.keys(field['x-lookup']?.fills ?? {})]
    .map((name) => messages.get(name))
    .find((text) => text !== undefined)

/** Gives what stands under a field where nothing is wrong: what a card number says of its holder (spec.md section 5), or its hint. */
export const hintOf = ({ values, prefix }: FormState, id: string, field: Field): string | undefined => {
  const card = 'x-is' in field && field['x-is'] === 'card' ? readIdCard(String(values[pathOfId(id, prefix)] ?? ''), today()) : null
  return card ? t`${card.sex === 1 ? t`男` : t`女`}，${card.birth} 出生，${card.age} 岁` : field.description
}

/** Gives what another has put in a field that was changed here, too; undefined once the field holds the same. */
export const theirsOf = ({ theirs, values, prefix }: FormState, id: string): Theirs | undefined => {
  const name = pathOfId(id, prefix)
  const { [name]: its } = theirs
  return its && !isSameValue(values[name], its.takes[name]) ? its : undefined
}

/** Gives what a field says to those who hear the form: that it is wrong and why, or its hint. */
export const useFieldAria = (props: WidgetProps) => {
  const field = fieldOfProps(props)
  const state = useFormState()
  const message = messageOf(state, props.id, field)
  // An input in a row of a list is told by the list, which knows its place.
  const isWrong = message !== undefined || (props.rawErrors ?? []).length > 0
  const told = [
    ...(theirsOf(state, props.id) ? [`${props.id}-theirs`] : []),
    ...(isWrong ? [`${props.id}-message`] : hintOf(state, props.id, field) ? [`${props.id}-hint`] : []),
  ]
  return { 'aria-invalid': isWrong, 'aria-describedby': told.join(' ') || undefined }
}

/** Gives what an input that one types into says: that it must be filled in, too. */
export const useInputAria = (props: WidgetProps) => ({ ...useFieldAria(props), 'aria-required': props.required === true })
