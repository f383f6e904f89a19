import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Draws its children after what stands before them has been painted: what one reads first is not kept waiting for what one uses next. */
export const Later = ({ children }: { children: ReactNode }) => {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setTime(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isTime ? children : null
}
