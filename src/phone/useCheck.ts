import { useEffect, useState } from 'react'
import { callByLink, newRequest, type Refused } from './call.ts'

/** The digits that are sent to the tenant's telephone: asked for, and when they can be asked for again. */
export const useCheck = (code: string) => {
  const [seconds, setSeconds] = useState(0)
  const [isSent, setSent] = useState(false)
  const [fault, setFault] = useState<Refused | null>(null)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  const send = async (): Promise<void> => {
    setFault(null)
    try {
      const answer = await callByLink<{ seconds: number }>('/api/signing/send_check', { code, request_id: newRequest() })
      setSent(true)
      setSeconds(answer.seconds)
    } catch (error) {
      setFault(error as Refused)
      setSeconds((error as Refused).seconds)
    }
  }
  return { seconds, isSent, fault, send }
}
