import { useMemo } from 'react'
import type { FormPreview, FormSchema } from '../../core/form.ts'
import { activeValues, validateForm } from '../../derive/forms/validateForm.ts'
import type { Preview } from '../../protocol/preview.ts'
import { usePaused } from '../hooks/usePaused.ts'
import { SOON_FORGOTTEN, useRead } from '../hooks/useRead.ts'
import { useFormState, type Values } from './context.ts'
import { PreviewTold } from './PreviewTold.tsx'
import './preview.css'

/** What the call is fed with: null while something that it needs is missing or wrong. */
const askedOf = (form: FormSchema, { of, also = [] }: FormPreview, values: Values): Values | null => {
  const broken = new Set(validateForm(form, values).map(({ field }) => field.split('.')[0]))
  const filled = activeValues(form, values)
  const isRight = (name: string): boolean => filled[name] !== undefined && filled[name] !== '' && !broken.has(name)
  if (!of.every(isRight)) return null
  return Object.fromEntries([...of, ...also].filter(isRight).map((name) => [name, filled[name]]))
}

const isNothing = ({ facts, said, table }: Preview): boolean => facts.length === 0 && !said && !table

/** What follows from the values typed so far, as the server tells it, when the typist pauses; nothing where nothing does. What cannot be told is said quietly. */
export const PreviewFacts = ({ form, preview }: { form: FormSchema; preview: FormPreview }) => {
  const { values, about, several } = useFormState()
  const asked = useMemo(() => JSON.stringify(askedOf(form, preview, values)), [form, preview, values])
  const paused = usePaused(asked)
  const params = useMemo(() => JSON.parse(paused) as Values | null, [paused])
  // What was told of other values is not shown for these: an amount more or less would be believed.
  const { data, error } = useRead<Preview>(
    params ? preview.call : null,
    { ...about, ...(preview.many && several.length > 0 ? { ids: several } : {}), ...params },
    { isQuiet: true, staleTime: 0, gcTime: SOON_FORGOTTEN, retry: false },
  )
  if (!params) return null
  // Of what is asked from the start nothing may follow yet: it has a place once something does.
  if (preview.of.length === 0 && !error && (!data || isNothing(data))) return null
  return (
    <section className="preview" role="status" aria-label={preview.shows} data-stale={asked !== paused}>
      <h3>{preview.shows}</h3>
      {error ? <p>{error.message}</p> : data && <PreviewTold label={preview.shows} told={data} />}
    </section>
  )
}
