import Input from 'antd/es/input'
import { useEffect, useState } from 'react'
import type { FilterProps } from './kindView.ts'

const WAIT_MS = 300

/** Asks when typing pauses, at once on Enter; what an input method is still composing is not asked. */
export const TextFilter = ({ column, params, onChange }: FilterProps) => {
  const applied = String(params[column.name] ?? '')
  const [typed, setTyped] = useState(applied)
  const [isComposing, setComposing] = useState(false)
  const [seen, setSeen] = useState(applied)
  if (seen !== applied) {
    setSeen(applied)
    setTyped(applied)
  }
  const apply = (): void => {
    if (typed.trim() !== applied) onChange({ [column.name]: typed.trim() || undefined })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (isComposing || typed.trim() === applied) return
    const timer = setTimeout(apply, WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, isComposing])
  return (
    <Input
      aria-label={column.label}
      placeholder={column.label}
      allowClear
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPressEnter={apply}
    />
  )
}
