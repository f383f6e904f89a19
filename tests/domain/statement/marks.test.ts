import { describe, expect, test } from 'vitest'
import { markAcross, markOf } from '../../../server/domain/statement/rules/marks.ts'
import type { StatementLine } from '../../../server/domain/statement/rules/statement.ts'

const line = (more: Partial<StatementLine>): StatementLine => ({
  row: 1,
  day: '2026-11-05',
  time: null,
  price: 100,
  balance: null,
  party: '',
  account: '',
  note: '',
  serial: 'A1',
  kind: 1,
  ...more,
})

describe('a line is known again', () => {
  test('by its number with the day, the amount and the kind: wherever it stands, whatever else is said of it', () => {
    const lines = [line({}), line({ kind: 3 }), line({ price: -100 }), line({ day: '2026-11-06' })]
    const marks = markOf(lines)
    expect(marks[0]).toBe('1|A1|2026-11-05|100|1')
    expect(new Set(marks).size).toBe(4)
    expect(markOf(lines.toReversed().map((one) => ({ ...one, row: 9, time: '09:00:00', note: '房租' }))).toReversed()).toEqual(marks)
  })

  test('without a number by all that is said of it', () => {
    const plain = line({ serial: '' })
    const others = [{ time: '09:00:00' }, { price: 101 }, { balance: 5 }, { party: '甲' }, { account: '1' }, { note: '房租' }]
    const marks = markOf([plain, plain, ...others.map((more) => ({ ...plain, ...more }))])
    expect(new Set(marks).size).toBe(8)
    expect(marks[1]?.replace(/2$/, '1')).toBe(marks[0])
  })

  test('by that of the day before or after where a channel says it minutes from midnight', () => {
    const at = (day: string, time: string) => line({ day, time })
    const [late, early] = [at('2026-10-31', '23:59:58'), at('2026-11-01', '00:00:01')]
    expect(markAcross([late])).toEqual(markOf([early]))
    expect(markAcross([early])).toEqual(markOf([late]))
    expect(markAcross([at('2026-11-01', '12:00:00'), line({}), line({ serial: '', time: '00:00:01' })])).toEqual([null, null, null])
  })
})
