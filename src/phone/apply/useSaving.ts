import { useEffect, useRef, useState } from 'react'
import { callByLink, newRequest, type Refused } from '../call.ts'
import { sentOf, type Typed } from './values.ts'

/** After so much quiet, in ms, what was typed is kept. */
const QUIET_MS = 1500

/** What could not be kept is tried again after so long, in ms: whoever was in a lift types nothing more. */
const AGAIN_MS = 10_000

const textOf = (typed: Typed): string => JSON.stringify(sentOf(typed))

/** Keeps what is typed, a moment after the last letter and when the page is left; says so, or why it could not. */
export const useSaving = (code: string, typed: Typed): string => {
  const [said, setSaid] = useState('')
  const kept = useRef(textOf(typed))
  const [failed, setFailed] = useState<{ text: string } | null>(null)
  /** One after the other: on a weak line an older one would arrive behind a newer, and stand there in its place. */
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    const text = textOf(typed)
    const send = async (): Promise<void> => {
      if (text === kept.current) return
      try {
        await callByLink('/api/apply/save', { code, typed: text, request_id: newRequest() })
        kept.current = text
        setSaid(`已保存 ${new Date().toTimeString().slice(0, 5)}`)
      } catch (error) {
        setSaid(`没有保存：${(error as Refused).message}`)
        if ((error as Refused).code === 0) setFailed({ text })
      }
    }
    const save = (): void => {
      last.current = last.current.then(send)
    }
    const timer = setTimeout(save, failed?.text === text ? AGAIN_MS : QUIET_MS)
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void send()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [code, typed, failed])
  return said
}
