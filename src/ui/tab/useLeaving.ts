import { useEffect, useEffectEvent, useState } from 'react'
import { createPath, useLocation } from 'react-router'
import { useIsShown } from './Located.tsx'

/** Has something done once the place where this part was first drawn is left: another page is looked at, or (`address`) another address of the same one. */
export const useLeaving = (leave: () => void, of: 'page' | 'address'): void => {
  const location = useLocation()
  const at = of === 'page' ? location.pathname : createPath(location)
  const isShown = useIsShown()
  const [place] = useState(at)
  const isLeft = !isShown || at !== place
  const left = useEffectEvent(leave)
  useEffect(() => {
    if (isLeft) left()
  }, [isLeft])
}
