import { useEffect, useRef, useState } from 'react'
import { callByLink, newRequest, type Refused } from '../call.ts'
import { sentOf, type Typed } from './values.ts'

/** After so much quiet, in ms, what was typed is kept. */
const QUIET_MS = 1500

const textOf = (typed: Typed): string => JSON.stringify(sentOf(typed))

/** Keeps what is typed, a moment after the last letter and when the page is left; says so, or why it could not. */
export const useSaving = (code: string, typed: Typed): string => {
  const [said, setSaid] = useState('')
  const kept = useRef(textOf(typed))
  useEffect(() => {
    const save = async (): Promise<void> => {
      const text = textOf(typed)
      if (text === kept.current) return
      try {
        await callByLink('/api/apply/save', { code, typed: text, request_id: newRequest() })
        kept.current = text
        setSaid(`已保存 ${new Date().toTimeString().slice(0, 5)}`)
      } catch (error) {
        setSaid(`没有保存：${(error as Refused).message}`)
      }
    }
    const timer = setTimeout(() => void save(), QUIET_MS)
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void save()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [code, typed])
  return said
}
