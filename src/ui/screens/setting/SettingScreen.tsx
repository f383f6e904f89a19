import { useParsed } from '@refinedev/core'
import Button from 'antd/es/button'
import { settingNamed } from '../../../declared/settings.ts'
import { callsOfSetting } from '../../../derive/settings.ts'
import type { SettingInForce } from '../../../protocol/types.ts'
import { CallFailure } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useRead } from '../../hooks/useRead.ts'
import '../../look/panels.css'
import { Waiting } from '../../look/Waiting.tsx'
import { Refused } from '../../tab/Refused.tsx'
import { SettingForm } from './SettingForm.tsx'
import './setting.css'

/** Any declared setting: which one, the address says. */
export default function SettingScreen() {
  const { resource } = useParsed()
  const setting = settingNamed(resource?.name ?? '')
  const { data, error, refetch } = useRead<SettingInForce>(
    setting && callsOfSetting(setting).detail,
    {},
    // Read anew only when one asks: what someone else saves must not take away what is being typed.
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  if (!setting) return <Refused code={404} />
  if (error)
    return (
      <div className="list-failed" role="alert">
        {error.message || t`读取失败`}
        <Button size="small" onClick={() => void refetch()}>
          {t`重试`}
        </Button>
      </div>
    )
  if (!data) return <Waiting />
  const refresh = async (): Promise<SettingInForce> => {
    const latest = await refetch()
    if (!latest) throw new CallFailure(0, t`读取失败，请刷新后重试`)
    return latest
  }
  return <SettingForm key={setting.name} setting={setting} now={data} refresh={refresh} />
}
