import { useEffect, useRef, useState } from 'react'
import type { Refused } from './call.ts'

/** Digits that are sent to a telephone: asked for, and when they can be asked for again. */
export interface Digits {
  seconds: number
  isSent: boolean
  fault: Refused | null
  send: () => Promise<void>
}

/** `ask` has digits sent, and gives after how many seconds others can be. */
export const useDigits = (ask: () => Promise<{ seconds: number }>): Digits => {
  const [seconds, setSeconds] = useState(0)
  const [isSent, setSent] = useState(false)
  const [fault, setFault] = useState<Refused | null>(null)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  const isAsking = useRef(false)
  const send = async (): Promise<void> => {
    // Tapped twice it is asked for once: the second would be refused for coming too soon.
    if (isAsking.current) return
    isAsking.current = true
    setFault(null)
    try {
      const answer = await ask()
      setSent(true)
      setSeconds(answer.seconds)
    } catch (error) {
      setFault(error as Refused)
      setSeconds((error as Refused).seconds)
    } finally {
      isAsking.current = false
    }
  }
  return { seconds, isSent, fault, send }
}
