import { useState } from 'react'
import { type Field, type FormSchema, holds } from '../../core/form.ts'
import { validateForm } from '../../derive/forms/validateForm.ts'
import { callByLink, newRequest, Refused } from '../call.ts'
import { FieldInput } from './FieldInput.tsx'
import { Photos } from './Photos.tsx'
import { showFirst } from './showFirst.ts'

type Values = Readonly<Record<string, unknown>>

interface Props {
  form: FormSchema
  /** Of the page: it is sent to `/api/<name>/<deed>`. */
  name: string
  deed: string
  code: string
  /** What it is about, sent with what is typed. */
  about?: Values
  /** What stands there already. */
  begins?: Values
  /** What fields can be, where the form does not say so itself. */
  choices?: Readonly<Record<string, readonly { const: number; title: string }[]>>
  /** On the button. */
  label: string
  onDone: () => void
  /** The link itself permits no more. */
  onStopped: () => void
  onCancel: () => void
}

const isPhotos = (field: Field): boolean => 'x-is' in field && field['x-is'] === 'images'

const defaultsOf = ({ properties }: FormSchema): Values =>
  Object.fromEntries(Object.entries(properties).flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])))

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A form of some questions, judged as the server judges it, and sent at once; what is wrong is told at its question, and nothing typed is lost. */
export const DeedForm = ({ form, name, deed, code, about = {}, begins = {}, choices = {}, label, onDone, onStopped, onCancel }: Props) => {
  const [typed, setTyped] = useState<Values>(() => ({ ...defaultsOf(form), ...begins }))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  /** Pressed again after a broken connection, it is the same deed; after a refusal, another. */
  const [request, setRequest] = useState(() => newRequest())
  const asked = Object.entries(form.properties).filter(([, field]) => !field['x-hidden'] && holds(field['x-when'], typed))
  const sent = Object.fromEntries(asked.flatMap(([field]) => (isEmpty(typed[field]) ? [] : [[field, typed[field]]])))
  const photosOf = (values: Values, field: string): number[] => (values[field] as number[] | undefined) ?? []
  const change = (field: string, value: (values: Values) => unknown): void => {
    setFaults(({ [field]: _, '': _all, ...others }) => others)
    setTyped((values) => ({ ...values, [field]: value(values) }))
  }
  const refuse = (found: Readonly<Record<string, string>>): void => {
    setFaults(found)
    requestAnimationFrame(() => showFirst(found))
  }
  const submit = async (): Promise<void> => {
    const found: Record<string, string> = {}
    for (const { field, message } of validateForm(form, sent)) found[field] ??= message
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    try {
      await callByLink(`/api/${name}/${deed}`, { code, ...about, ...sent, request_id: request })
      onDone()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.why !== '') return onStopped()
      if (error.code !== 0) setRequest(newRequest())
      refuse({ [error.field]: error.message })
    } finally {
      setBusy(false)
    }
  }
  const shown = new Set(asked.map(([field]) => field))
  const other = Object.entries(faults).find(([field]) => !shown.has(field))
  return (
    <section className="phone-step" aria-label={form.title}>
      <h2>{form.title}</h2>
      {asked.map(([field, schema]) =>
        isPhotos(schema) ? (
          <div key={field} className="phone-asked" data-field={field}>
            <h3>
              {schema.title}
              <small>选填，最多{'maxItems' in schema ? schema.maxItems : 9}张</small>
            </h3>
            <Photos
              name={name}
              code={code}
              label={schema.title}
              photos={photosOf(typed, field)}
              most={'maxItems' in schema ? schema.maxItems : 9}
              onAdd={(file_id) => change(field, (values) => [...photosOf(values, field), file_id])}
              onRemove={(file_id) => change(field, (values) => photosOf(values, field).filter((one) => one !== file_id))}
            />
            {faults[field] && <p role="alert">{faults[field]}</p>}
          </div>
        ) : (
          <FieldInput
            key={field}
            name={field}
            field={schema}
            value={typed[field]}
            isRequired={form.required?.includes(field) === true}
            fault={faults[field]}
            choices={choices[field]}
            onChange={(value) => change(field, () => value)}
          />
        ),
      )}
      {other && (
        <p className="phone-fault" role="alert">
          {other[1]}
        </p>
      )}
      <div className="phone-tools">
        <button type="button" disabled={isBusy} onClick={onCancel}>
          返回
        </button>
        <button type="button" className="phone-do" disabled={isBusy} onClick={() => void submit()}>
          {isBusy ? '正在提交…' : label}
        </button>
      </div>
    </section>
  )
}
