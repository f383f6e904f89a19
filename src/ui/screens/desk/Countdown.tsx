import { useEffect, useState } from 'react'
import { nowSeconds } from '../../../protocol/clock.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { instantText } from '../../look/dates.ts'
import { useIsShown } from '../../tab/Located.tsx'

const [DAY, HOUR, MINUTE, SECOND_MS] = [86_400, 3600, 60, 1000]
/** Less than so many seconds is soon. */
const SOON = DAY

const two = (n: number): string => String(n).padStart(2, '0')

/** Gives a number of seconds as days and a clock: 1 天 02:03:04. */
const leftText = (left: number): string => {
  const clock = [Math.floor((left % DAY) / HOUR), Math.floor((left % HOUR) / MINUTE), left % MINUTE].map(two).join(':')
  return left >= DAY ? t`${Math.floor(left / DAY)} 天 ${clock}` : clock
}

/** What is left until a moment (seconds since the epoch), second by second while the page is shown. */
export const Countdown = ({ until }: { until: number }) => {
  const isShown = useIsShown()
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setInterval(() => setNow(nowSeconds()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isShown])
  const left = until - now
  return (
    <time className="desk-left" title={instantText(until)} data-soon={left < SOON} role="timer">
      {left > 0 ? leftText(left) : t`已到期`}
    </time>
  )
}
