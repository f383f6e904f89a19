import { useEffect } from 'react'
import { useToast } from '../later/toast.tsx'
import type { Begun } from './begun.ts'
import { usePerform } from './usePerform.ts'

/** Does what harms nothing and asks nothing, once. */
export default function AtOnce({ begun }: { begun: Begun }) {
  const perform = usePerform()
  const { failed } = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one deed, however often this is drawn
  useEffect(
    () =>
      void perform(begun, { ...begun.given })
        .catch(failed)
        .finally(begun.onEnd),
    [],
  )
  return null
}
