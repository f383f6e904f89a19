import Button from 'antd/es/button'
import { useState } from 'react'
import type { Setting } from '../../../core/setting.ts'
import { failureText } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useDeed } from '../../hooks/useDeed.ts'

interface Outcome {
  ok: boolean
  msg: string
}

/** Tries out what is in force, and says how it went. */
export const Trial = ({ setting, isTouched }: { setting: Setting; isTouched: boolean }) => {
  const { attempt, isBusy } = useDeed()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { trial } = setting
  if (!trial) return null
  const run = async (): Promise<void> => {
    setOutcome(null)
    setOutcome(await attempt<Outcome>(trial.call, {}).catch((error: unknown) => ({ ok: false, msg: failureText(error) })))
  }
  return (
    <>
      {outcome && (
        <output className="setting-outcome" data-tone={outcome.ok ? 'good' : 'bad'}>
          {said(outcome.msg)}
        </output>
      )}
      <Button loading={isBusy} disabled={isTouched} title={isTouched ? t`请先保存，试的是现行的设置` : undefined} onClick={run}>
        {said(trial.label)}
      </Button>
    </>
  )
}
