import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { Fragment } from 'react'
import type { Field } from '../../core/form.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { useFormState } from './context.ts'
import { hintOf, messageOf, theirsOf } from './fieldAria.ts'

/** Label above, required mark behind it, hint and message below (look.md). */
export const FieldTemplate = ({ id, label, required, children, schema, hidden, registry }: FieldTemplateProps) => {
  const field = schema as unknown as Field
  const state = useFormState()
  if (id === state.prefix) return children
  if (hidden || field['x-hidden']) return <div hidden>{children}</div>
  const message = messageOf(state, id, field)
  const isRequired = required || Object.keys(field['x-lookup']?.fills ?? {}).some((name) => registry.rootSchema.required?.includes(name))
  const hint = hintOf(state, id, field)
  const theirs = theirsOf(state, id)
  return (
    <div className="field" data-wide={field['x-wide'] === true} data-wrong={message !== undefined}>
      <label htmlFor={id} id={`${id}-label`} data-required={isRequired}>
        {label}
        {'x-unit' in field && field['x-unit'] ? <span className="field-unit">{t`（${field['x-unit']}）`}</span> : null}
      </label>
      {children}
      {theirs && (
        <p className="field-theirs" id={`${id}-theirs`}>
          {theirs.words}
          <button type="button" className="link" aria-describedby={`${id}-theirs`} onClick={() => state.patch(theirs.takes)}>
            {t`用这个值`}
          </button>
        </p>
      )}
      {message !== undefined ? (
        <p className="field-message" id={`${id}-message`}>
          {said(message)}
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** Two columns, with a heading where a section begins. */
export const ObjectFieldTemplate = ({ properties, schema }: ObjectFieldTemplateProps) => (
  <div className="fields">
    {properties.map(({ name, content }) => {
      const section = (schema.properties?.[name] as Field | undefined)?.['x-section']
      return (
        <Fragment key={name}>
          {section && <h3>{section}</h3>}
          {content}
        </Fragment>
      )
    })}
  </div>
)
