import { useEffect, useRef, useState } from 'react'

const showAfter = 300
/** Long enough to cross the gap between a cell and its card. */
const hideAfter = 140

/** Which place the pointer rests on. */
export function useHover() {
  const [place, setPlace] = useState<number | null>(null)
  const timer = useRef(0)
  const aim = useRef<number | null>(null)

  const later = (next: number | null, ms: number) => {
    aim.current = next
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setPlace(next), ms)
  }
  const over = (next: number | null) => {
    if (next === aim.current) return
    later(next, next === null ? hideAfter : showAfter)
  }
  const keep = () => {
    aim.current = place
    clearTimeout(timer.current)
  }
  const clear = () => {
    aim.current = null
    clearTimeout(timer.current)
    setPlace(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { place, over, keep, clear }
}
