import WarningOutlined from '@ant-design/icons-svg/es/asn/WarningOutlined'
import { useEffect, useState } from 'react'
import { resourceNamed } from '../../declared/declared.ts'
import { nowSeconds } from '../../protocol/clock.ts'
import type { Page } from '../../protocol/envelope.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { mayCall } from '../../providers/mayCall.ts'
import { useRead } from '../hooks/useRead.ts'
import { Icon } from '../look/Icon.tsx'

const DAY = 86_400
const ASK_MS = 5 * 60_000

const { calls, path, label } = resourceNamed('error_log')
const index = calls.index ?? ''

/** The time now, in seconds, as of the last five minutes. */
const useNow = (): number => {
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSeconds()), ASK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

const Mark = () => {
  const now = useNow()
  const { data } = useRead<Page<object>>(index, { at_start: now - DAY, page: 1, page_rows: 1 }, { isView: true, isKept: true })
  const count = data?.count
  // Before the answer nothing is said of how many there are: none and unknown are not the same.
  const words = count === undefined ? said(label) : t`${said(label)}，最近一天 ${count} 条`
  return (
    <a className="icon head-errors" href={`#${path}`} title={said(label)} aria-label={words}>
      <Icon of={WarningOutlined} />
      {count !== undefined && count > 0 && <span className="head-badge">{count > 99 ? '99+' : count}</span>}
    </a>
  )
}

/** The errors of the last day, for who may read them. */
export const ErrorMark = () => (mayCall(index) ? <Mark /> : null)
