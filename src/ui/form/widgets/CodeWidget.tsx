import type { WidgetProps } from '@rjsf/utils'
import { useEffect, useRef } from 'react'
import type { CodeFrom, Field } from '../../../core/form.ts'
import { useRead } from '../../hooks/useRead.ts'
import { fieldOfProps, useFormState } from '../context.ts'
import { TextWidget } from './plain.tsx'

const NONE: readonly string[] = []

/** A code, proposed from what another field says for as long as nobody has typed one. */
export const CodeWidget = (props: WidgetProps) => {
  const { values } = useFormState()
  const field = fieldOfProps(props) as Extract<Field, { type: 'string' }>
  const { from, taken = NONE, call = null } = field['x-code'] as CodeFrom
  const { data } = useRead<{ taken: string[] }>(call, undefined, { staleTime: 0, isQuiet: true })
  const proposed = useRef<string | undefined>(undefined)
  const now = useRef(props)
  now.current = props
  const text = values[from]
  const others = JSON.stringify([...taken, ...(data?.taken ?? [])])
  const { maxLength, pattern } = field
  useEffect(() => {
    let isAsked = true
    void import('../../../derive/designer/proposeCode.ts').then(({ proposeCode }) => {
      const { value, onChange } = now.current
      if (!isAsked || (value && value !== proposed.current)) return
      proposed.current = proposeCode(String(text ?? ''), { maxLength, pattern, taken: JSON.parse(others) })
      if (proposed.current !== value) onChange(proposed.current)
    })
    return () => {
      isAsked = false
    }
  }, [text, others, maxLength, pattern])
  return <TextWidget {...props} />
}
