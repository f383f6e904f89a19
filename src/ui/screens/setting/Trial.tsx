import Button from 'antd/es/button'
import { useState } from 'react'
import type { Setting } from '../../../core/setting.ts'
import { call, failureText } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'

interface Outcome {
  ok: boolean
  msg: string
}

/** Tries out what is in force, and says how it went. */
export const Trial = ({ setting, isTouched }: { setting: Setting; isTouched: boolean }) => {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { trial } = setting
  if (!trial) return null
  const run = async (): Promise<void> => {
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await call<Outcome>(trial.call))
    } catch (error) {
      setOutcome({ ok: false, msg: failureText(error) })
    }
    setBusy(false)
  }
  return (
    <>
      {outcome && (
        <output className="setting-outcome" data-tone={outcome.ok ? 'good' : 'bad'}>
          {t(outcome.msg)}
        </output>
      )}
      <Button loading={isBusy} disabled={isTouched} title={isTouched ? t('请先保存，试的是现行的设置') : undefined} onClick={run}>
        {t(trial.label)}
      </Button>
    </>
  )
}
