import { useEffect, useEffectEvent, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { useIsShown } from './Located.tsx'

/**
 * Has something done once the place where this part was first drawn is left: another page is looked at, or (`address`) another address of the
 * same one. Gives what goes back there, where it has been left.
 */
export const useLeaving = (leave: () => void, of: 'page' | 'address'): (() => void) => {
  const location = useLocation()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const [start] = useState(location)
  const isLeft = !isShown || (of === 'page' ? location.pathname !== start.pathname : createPath(location) !== createPath(start))
  const left = useEffectEvent(leave)
  useEffect(() => {
    if (isLeft) left()
  }, [isLeft])
  return () => {
    if (isLeft) void navigate(start)
  }
}
