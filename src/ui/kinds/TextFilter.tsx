import Input from 'antd/es/input'
import { useEffect, useState } from 'react'
import { isMaskedKind } from '../../core/kinds.ts'
import { findsNumber } from '../../protocol/masks.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useToast } from '../later/toast.tsx'
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
  // A part of a personal number finds nobody: only its end or the whole does.
  const isNumber = isMaskedKind(column.is)
  const isPart = typed.trim() !== '' && isMaskedKind(column.is) && findsNumber(column.is, typed) === null
  const toast = useToast()
  const apply = (): void => {
    if (typed.trim() !== applied) onChange({ [column.name]: typed.trim() || undefined })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (isComposing || isPart || typed.trim() === applied) return
    const timer = setTimeout(apply, WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, isComposing])
  return (
    <Input
      aria-label={column.label}
      placeholder={isNumber ? t`${column.label}或末四位` : column.label}
      allowClear
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      // The Enter that takes what an input method offers asks nothing: the letters are still pinyin.
      onPressEnter={({ nativeEvent }) =>
        !nativeEvent.isComposing && (isPart ? toast.info(t`${column.label}请填写完整号码，或末四位`) : apply())
      }
    />
  )
}
