import AntdDatePicker, { type DatePickerProps, type RangePickerProps } from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import type { SharedPanelProps } from 'rc-picker/es/interface'
import DatePanel from 'rc-picker/es/PickerPanel/DatePanel'
import DateTimePanel from 'rc-picker/es/PickerPanel/DateTimePanel'

/**
 * The calendars without the preview of the day under the pointer: a calendar opens under a pointer that rests somewhere, and the preview
 * would be written over what is being typed.
 */
const components = {
  date: (props: SharedPanelProps<Dayjs>) => <DatePanel {...props} onHover={() => {}} />,
  datetime: (props: SharedPanelProps<Dayjs>) => <DateTimePanel {...props} onHover={() => {}} />,
}

/** A day, or with `showTime` a moment, typed or taken from the calendar. */
export const DatePicker = (props: DatePickerProps) => <AntdDatePicker components={components} {...props} />

/** From one day to another. */
export const RangePicker = (props: RangePickerProps) => <AntdDatePicker.RangePicker components={components} {...props} />
