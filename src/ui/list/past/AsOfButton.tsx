import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined'
import Button from 'antd/es/button'
import { addDays, today } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { Icon } from '../../look/Icon.tsx'
import { useAsOf } from './asOf.ts'

/** Turns to yesterday, from where another day is chosen, and back to now. */
export const AsOfButton = () => {
  const [day, ask] = useAsOf()
  return (
    <Button
      type="text"
      aria-label={t`看过去某天`}
      title={t`看过去某天`}
      aria-pressed={day !== null}
      icon={<Icon of={HistoryOutlined} />}
      onClick={() => ask(day ? null : addDays(today(), -1))}
    />
  )
}
