import { type ReactNode, useId, useState } from 'react'
import { choicesIn, type Field } from '../../core/form.ts'
import { minuteOf, secondsOf } from '../../protocol/dates.ts'
import { fenToYuan, yuanToFen } from '../../protocol/fen.ts'

interface Props {
  name: string
  field: Field
  value: unknown
  isRequired: boolean
  fault: string | undefined
  /** What it can be, where the form does not say so itself. */
  choices?: readonly { const: number; title: string }[]
  onChange: (value: unknown) => void
}

/** So few are seen at once. */
const FEW = 4

/** What is to be seen at once: few, or asked for as a row of buttons on staff's screens, too. */
const isRow = (field: Field, many: number): boolean => many > 0 && (many <= FEW || ('x-is' in field && field['x-is'] === 'radio'))

const isTime = (field: Field): boolean => 'x-is' in field && field['x-is'] === 'datetime'
const isMoney = (field: Field): boolean => 'x-is' in field && field['x-is'] === 'fen'
const unitOf = (field: Field): string => (isMoney(field) ? '元' : 'x-unit' in field ? (field['x-unit'] ?? '') : '')

const shown = (field: Field, value: unknown): string =>
  typeof value === 'number' && isMoney(field) ? fenToYuan(value).replaceAll(',', '') : String(value ?? '')

/** What was typed as it is sent; what is no number yet stays as it is, for the rules to tell. */
const read = (field: Field, text: string): unknown => {
  if (text === '' || field.type === 'string') return text
  if (isMoney(field)) return yuanToFen(text) ?? text
  return Number.isNaN(Number(text)) ? text : Number(text)
}

/** A day and time, as clocks in Shanghai show it. */
const Timing = ({ value, onChange, ...told }: Pick<Props, 'value' | 'onChange'> & { id: string; 'aria-invalid': boolean }) => (
  <input
    {...told}
    type="datetime-local"
    value={typeof value === 'number' ? minuteOf(value).replace(' ', 'T') : ''}
    onChange={(event) => onChange(secondsOf(event.target.value) ?? undefined)}
  />
)

const Typing = ({
  field,
  value,
  onChange,
  ...told
}: Pick<Props, 'field' | 'value' | 'onChange'> & { id: string; 'aria-invalid': boolean }) => {
  const [text, setText] = useState(() => shown(field, value))
  const type = (typed: string): void => {
    setText(typed)
    onChange(read(field, typed.trim()))
  }
  if (field.type === 'string' && field['x-is'] === 'note')
    return <textarea {...told} rows={3} maxLength={field.maxLength} value={text} onChange={(event) => type(event.target.value)} />
  return (
    <input
      {...told}
      inputMode={field.type === 'string' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={field.type === 'string' ? field.maxLength : 12}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  )
}

const Choosing = ({ name, choices, value, onChange }: Pick<Props, 'name' | 'value' | 'onChange'> & Required<Pick<Props, 'choices'>>) => (
  <div className="phone-choices">
    {choices.map((choice) => (
      <label key={choice.const}>
        <input type="radio" name={name} checked={value === choice.const} onChange={() => onChange(choice.const)} />
        <span>{choice.title}</span>
      </label>
    ))}
  </div>
)

/** One question of the form, with what is wrong with its answer. */
export const FieldInput = ({ name, field, value, isRequired, fault, choices = choicesIn(field), onChange }: Props) => {
  const id = useId()
  const isFew = isRow(field, choices.length)
  const told = { id, 'aria-invalid': fault !== undefined }
  const inner: ReactNode = isFew ? (
    <Choosing name={id} choices={choices} value={value} onChange={onChange} />
  ) : choices.length > 0 ? (
    <select
      {...told}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
    >
      <option value="">请选择</option>
      {choices.map((choice) => (
        <option key={choice.const} value={choice.const}>
          {choice.title}
        </option>
      ))}
    </select>
  ) : isTime(field) ? (
    <Timing {...told} value={value} onChange={onChange} />
  ) : (
    <Typing {...told} field={field} value={value} onChange={onChange} />
  )
  const head = (
    <>
      {field.title}
      {unitOf(field) && <small>（{unitOf(field)}）</small>}
      {!isRequired && <small>选填</small>}
    </>
  )
  return (
    <div className="phone-field" data-field={name}>
      {isFew ? (
        <fieldset aria-invalid={fault !== undefined}>
          <legend>{head}</legend>
          {inner}
        </fieldset>
      ) : (
        <>
          <label htmlFor={id}>{head}</label>
          {inner}
        </>
      )}
      {field.description && <p className="phone-hint">{field.description}</p>}
      {fault && <p role="alert">{fault}</p>}
    </div>
  )
}
