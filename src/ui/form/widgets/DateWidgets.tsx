import type { WidgetProps } from '@rjsf/utils'
import { isDate, minuteOf, secondsOf } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { DatePicker } from '../../later/DatePicker.tsx'
import { useInputAria } from '../fieldAria.ts'

export const DateWidget = (props: WidgetProps) => (
  <DatePicker
    id={props.id}
    {...useInputAria(props)}
    // What is no day stands in the form until it is mended, and its rule says so.
    value={typeof props.value === 'string' && isDate(props.value) ? props.value : null}
    placeholder={t`选择日期`}
    format={['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D', 'YYYY.M.D']}
    onChange={(day) => props.onChange(day ?? undefined)}
    onUnread={props.onChange}
  />
)

/** A moment to the minute, typed and shown in Shanghai's time, kept in seconds. */
export const DateTimeWidget = (props: WidgetProps) => (
  <DatePicker
    id={props.id}
    {...useInputAria(props)}
    showTime={{ format: 'HH:mm' }}
    format={['YYYY-MM-DD HH:mm']}
    placeholder={t`选择时间`}
    value={typeof props.value === 'number' ? minuteOf(props.value) : null}
    onChange={(minute) => props.onChange(minute === null ? undefined : (secondsOf(minute) ?? undefined))}
    onUnread={props.onChange}
  />
)
