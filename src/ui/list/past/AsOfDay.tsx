import Button from 'antd/es/button'
import { addDays, today } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { DatePicker } from '../../later/DatePicker.tsx'
import { useAsOf } from './asOf.ts'

/** Says that what stands below is of a past day, which one, and leads to another or back to now. */
export default function AsOfDay({ day }: { day: string }) {
  const [, ask] = useAsOf()
  const latest = addDays(today(), -1)
  return (
    <div className="as-of" role="status">
      {t`截至`}
      <DatePicker
        aria-label={t`截至`}
        size="small"
        allowClear={false}
        disabledDate={(date) => date.format('YYYY-MM-DD') > latest}
        value={day}
        onChange={ask}
      />
      {t`当天结束时的情形，只能看，不能办`}
      <Button type="link" size="small" onClick={() => ask(null)}>
        {t`回到现在`}
      </Button>
    </div>
  )
}
