import { useEffect, useState } from 'react'

/** Gives a value once it has stayed the same for `ms` milliseconds: what is typed is asked for when the typist pauses. */
export const usePaused = <T>(value: T, ms = 250): T => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paused
}
