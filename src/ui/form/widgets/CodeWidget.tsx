import type { WidgetProps } from '@rjsf/utils'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeFrom, Field } from '../../../core/form.ts'
import { useRead } from '../../hooks/useRead.ts'
import { fieldOfProps, useFormState } from '../context.ts'
import { TextWidget } from './plain.tsx'

type Proposer = typeof import('../../../derive/designer/proposeCode.ts')

const NONE: readonly string[] = []

/** A code, proposed from what another field says for as long as nobody has typed one. */
export const CodeWidget = (props: WidgetProps) => {
  const { values } = useFormState()
  const field = fieldOfProps(props) as Extract<Field, { type: 'string' }>
  const { from, taken = NONE, call = null } = field['x-code'] as CodeFrom
  const { data } = useRead<{ taken: string[] }>(call, undefined, { staleTime: 0, isQuiet: true })
  const [{ proposeCode }, setLoaded] = useState<Partial<Proposer>>({})
  useEffect(() => {
    void import('../../../derive/designer/proposeCode.ts').then(setLoaded)
  }, [])
  const { maxLength, pattern } = field
  const proposal = proposeCode?.(String(values[from] ?? ''), { maxLength, pattern, taken: [...taken, ...(data?.taken ?? [])] })
  const proposed = useRef<string | undefined>(undefined)
  const propose = (code: string | undefined): void => {
    const { id, value, onChange } = props
    // Whoever is in the field writes it; what stays empty is filled when it is left.
    if (document.activeElement?.id === id || (value && value !== proposed.current)) return
    proposed.current = code
    if (code !== value) onChange(code)
  }
  const onProposal = useEffectEvent(propose)
  useEffect(() => onProposal(proposal), [proposal])
  return <TextWidget {...props} onBlur={() => propose(proposal)} />
}
