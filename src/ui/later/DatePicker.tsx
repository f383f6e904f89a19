import type { DatePickerProps, RangePickerProps } from 'antd/es/date-picker'
import generatePicker from 'antd/es/date-picker/generatePicker'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import 'dayjs/locale/zh-cn'
import byDayjs from 'rc-picker/es/generate/dayjs'
import type { SharedPanelProps } from 'rc-picker/es/interface'
import DatePanel from 'rc-picker/es/PickerPanel/DatePanel'
import DateTimePanel from 'rc-picker/es/PickerPanel/DateTimePanel'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { nowSeconds } from '../../protocol/clock.ts'
import { secondOf } from '../../protocol/dates.ts'

dayjs.extend(customParseFormat)

/** What is today, and what 此刻 takes, is the server's in Asia/Shanghai as everything else on the page: not this computer's, whose clock or zone may be wrong. */
const AntdDatePicker = generatePicker<Dayjs>({ ...byDayjs, getNow: () => dayjs(secondOf(nowSeconds())) })

/**
 * The calendars without the preview of the day under the pointer: a calendar opens under a pointer that rests somewhere, and the preview
 * would be written over what is being typed.
 */
const components = {
  date: (props: SharedPanelProps<Dayjs>) => <DatePanel {...props} onHover={() => {}} />,
  datetime: (props: SharedPanelProps<Dayjs>) => <DateTimePanel {...props} onHover={() => {}} />,
}

/** The same moment until the text is another: to the library a new one is a new value, by which it forgets what is being typed. */
const useMoment = (text: string | null): Dayjs | null => useMemo(() => (text === null ? null : dayjs(text)), [text])

/**
 * Esc closes the calendar that is open, and not the dialog that it stands in; Enter takes the day, and only the next one sends the form: the library lets both hear the
 * first, and opens the calendar again by the next.
 */
const useOwnKeys = () => {
  const isOpen = useRef(false)
  return {
    // It says that it closes before it hands on the key by which it does.
    onOpenChange: (open: boolean): void =>
      queueMicrotask(() => {
        isOpen.current = open
      }),
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isOpen.current) event.stopPropagation()
      const form = event.target instanceof HTMLInputElement ? event.target.form : null
      if (event.key !== 'Enter' || !form) return
      event.preventDefault()
      if (!isOpen.current) form.requestSubmit()
    },
  }
}

interface Day extends Omit<DatePickerProps, 'value' | 'onChange' | 'onBlur' | 'onOpenChange' | 'onKeyDown' | 'format'> {
  /** How it may be typed, and first how it is written; without it as the library has it. */
  format?: readonly string[]
  /** As the first of its formats writes it; null where there is none. */
  value: string | null
  /** What was typed or taken, null where it was emptied. */
  onChange: (value: string | null) => void
  /** Hears what was typed and left that is none (2026-11-31): the library would put back what stood there before, and nobody would see it. */
  onUnread?: (text: string) => void
}

/** Gives what was typed as the first of these formats writes it; null where it is none of them. */
const readTyped = (text: string, formats: readonly string[]): string | null => {
  const day = dayjs(text, [...formats], true)
  return day.isValid() ? day.format(formats[0]) : null
}

/** A day, or with `showTime` a moment, typed or taken from the calendar. */
export const DatePicker = ({ value, onChange, onUnread, format, ...props }: Day) => (
  <AntdDatePicker
    components={components}
    {...useOwnKeys()}
    {...props}
    {...(format ? { format: [...format] } : {})}
    value={useMoment(value)}
    // The library takes what was typed a frame after the field is left: too late for the button that was pressed, on a machine that is busy.
    onBlur={({ target }) => {
      const text = target instanceof HTMLInputElement && format ? target.value.trim() : ''
      const typed = format ? readTyped(text, format) : null
      if (typed === null && text !== '') onUnread?.(text)
      else if (typed !== null && typed !== value) onChange(typed)
    }}
    onChange={(_, text) => onChange(typeof text === 'string' && text !== '' ? text : null)}
  />
)

interface Days extends Omit<RangePickerProps, 'value' | 'onChange' | 'onOpenChange' | 'onKeyDown'> {
  value: readonly [string | null, string | null]
  onChange: (from: string | null, to: string | null) => void
}

/** From one day to another. */
export const RangePicker = ({ value, onChange, ...props }: Days) => {
  const from = useMoment(value[0])
  const to = useMoment(value[1])
  return (
    <AntdDatePicker.RangePicker
      components={components}
      {...useOwnKeys()}
      {...props}
      value={useMemo(() => [from, to], [from, to])}
      onChange={(_, texts) => onChange(texts?.[0] || null, texts?.[1] || null)}
    />
  )
}
