import type { WidgetProps } from '@rjsf/utils'
import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { minuteOf, secondsOf } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'

export const DateWidget = ({ id, value, onChange }: WidgetProps) => (
  <DatePicker
    id={id}
    value={value ? dayjs(String(value)) : null}
    placeholder={t('选择日期')}
    format={['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D', 'YYYY.M.D']}
    onChange={(_, text) => onChange(typeof text === 'string' && text !== '' ? text : undefined)}
  />
)

/** A moment to the minute, typed and shown in Shanghai's time, kept in seconds. */
export const DateTimeWidget = ({ id, value, onChange }: WidgetProps) => (
  <DatePicker
    id={id}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    placeholder={t('选择时间')}
    value={typeof value === 'number' ? dayjs(minuteOf(value)) : null}
    onChange={(_, text) => onChange(typeof text === 'string' && text !== '' ? (secondsOf(text) ?? undefined) : undefined)}
  />
)
