import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/** The inner size of an element, known before the first paint. */
export function useViewport(ref: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const el = ref.current
    if (!el) return
    const read = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(el)
      const width = el.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const height = el.clientHeight
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(el)
    return () => observer.disconnect()
  }, [ref])
  return size
}
