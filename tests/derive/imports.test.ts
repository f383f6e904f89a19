import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Field, FormSchema } from '../../src/core/form.ts'
import { resourceNamed, resources } from '../../src/declared/declared.ts'
import { looksLikeFormula } from '../../src/derive/exports.ts'
import { fieldOf } from '../../src/derive/forms/fieldOf.ts'
import { readCell } from '../../src/derive/imports/importCells.ts'
import {
  addFormOf,
  type CellShape,
  headKey,
  type ImportColumn,
  importColumns,
  importFormOf,
  knownAlso,
} from '../../src/derive/imports/importColumns.ts'
import { noteOf } from '../../src/derive/imports/importNotes.ts'
import { translatorOf } from '../../src/derive/translatorOf.ts'
import { enUS } from '../../src/locales/en-US/index.ts'
import { dateOf, minuteOf } from '../../src/protocol/dates.ts'
import { plainDecimal } from '../../src/protocol/decimals.ts'
import { MAX_FEN } from '../../src/protocol/fen.ts'
import { dateOfSerial } from '../../src/protocol/serials.ts'

const english = translatorOf(enUS)
const column = (shape: CellShape, field: Field): ImportColumn => ({
  name: 'x',
  head: field.title,
  field,
  shape,
  isRequired: false,
  target: null,
  targetBy: null,
  labels: [],
})
const fen = column('fen', fieldOf({ label: '金额', is: 'fen' }))
const paramOf = (of: ImportColumn, cell: Parameters<typeof readCell>[1]): unknown => {
  const reading = readCell(of, cell)
  return reading && 'value' in reading ? reading.value : reading
}
/** As exports write an amount (server/store/reading/exportQuery.ts: value * 0.01). */
const exportedFen = (value: number): string => {
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const anyFen = fc.integer({ min: -MAX_FEN, max: MAX_FEN })

test('an amount comes back to the fen from what an export writes, as text, as a number and as a spreadsheet stores it', () => {
  fc.assert(
    fc.property(anyFen, (value) => {
      const text = exportedFen(value)
      expect(paramOf(fen, text)).toBe(value)
      expect(paramOf(fen, { digits: text, isDate: false })).toBe(value)
      // 17 digits, as Excel stores 1.1 as 1.1000000000000001.
      expect(paramOf(fen, { digits: Number(text).toPrecision(17), isDate: false })).toBe(value)
      expect(paramOf(fen, { digits: Number(text).toExponential(), isDate: false })).toBe(value)
    }),
    { numRuns: 2000 },
  )
})

test('no part of a fen is rounded away', () => {
  for (const text of ['1.005', '0.001', '12.345']) {
    expect(readCell(fen, text)).toEqual({ problem: '金额须为金额（元），最多两位小数' })
    expect(readCell(fen, { digits: text, isDate: false })).toEqual({ problem: '金额须为金额（元），最多两位小数' })
  }
  expect(readCell(fen, '一百')).toMatchObject({ problem: expect.stringContaining('最多两位小数') })
})

test('a decimal written plainly is the same number, and has no more than 15 digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
      const plain = plainDecimal(String(value)) ?? ''
      expect(plain).toMatch(/^-?\d+(\.\d*[1-9])?$/)
      expect(Math.abs(Number(plain) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14)
    }),
    { numRuns: 2000 },
  )
  expect(['1.1000000000000001', '1.38E+10', '-0.10', '0', '', '.', '1e', 'NaN', '+5.'].map(plainDecimal)).toEqual([
    '1.1',
    '13800000000',
    '-0.1',
    '0',
    null,
    null,
    null,
    null,
    '5',
  ])
})

test('whole numbers, decimals, days, minutes and words come back from what an export writes', () => {
  const int = column('int', fieldOf({ label: '数', is: 'int' }))
  const decimal = column('number', fieldOf({ label: '面积', is: 'decimal', scale: 2 }))
  const date = column('date', fieldOf({ label: '日期', is: 'date' }))
  const datetime = column('datetime', fieldOf({ label: '时间', is: 'datetime' }))
  const words = { 1: '排队', 2: '已叫号', 30: '=3' }
  const choice = column('choice', fieldOf({ label: '状态', is: 'enum', of: words }))
  const text = column('text', fieldOf({ label: '备注', is: 'note' }))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), fc.integer({ min: 0, max: 999_999_999 }), (whole, hundredths) => {
      expect(paramOf(int, String(whole))).toBe(whole)
      expect(paramOf(int, { digits: String(whole), isDate: false })).toBe(whole)
      expect(paramOf(decimal, String(hundredths / 100))).toBe(hundredths / 100)
      const minute = whole - (whole % 60)
      expect(paramOf(datetime, minuteOf(minute))).toBe(minute)
      expect(paramOf(datetime, { digits: String((minute + 8 * 3600) / 86_400 + 25_569), isDate: true })).toBe(minute)
      expect(paramOf(date, dateOf(whole))).toBe(dateOf(whole))
      const serial = Math.floor((whole + 8 * 3600) / 86_400) + 25_569
      expect(paramOf(date, { digits: String(serial), isDate: true })).toBe(dateOf(whole))
    }),
  )
  for (const [code, word] of Object.entries(words)) expect(paramOf(choice, word)).toBe(Number(code))
  expect(readCell(choice, '已叫号了')).toEqual({ problem: '状态没有“已叫号了”，可填：排队、已叫号、=3，是否想写“已叫号”' })
  expect(readCell(int, '1.5')).toEqual({ problem: '数须为整数' })
  // A comma parts thousands, or it is none of a number: 12,5 is not 125.
  expect(['12,345', '1，234', '12,5', '1 2'].map((typed) => readCell(int, typed))).toEqual([
    ...[{ value: 12_345 }, { value: 1234 }],
    ...[{ problem: '数须为数字' }, { problem: '数须为数字' }],
  ])
  for (const slip of ['48，5', '1,2345', '1234,567']) expect(readCell(int, slip)).toEqual({ problem: '数须为数字' })
  expect(readCell(int, '１,２３４')).toEqual({ value: 1234 })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(paramOf(text, typed) ?? '').toBe(typed.replace(/^\s+|\s+$/g, ''))
    }),
  )
  expect([61, 46_347, 401_768, 60, 401_769, 1.5].map(dateOfSerial)).toEqual(['1900-03-01', '2026-11-21', '2999-12-31', null, null, null])
})

test('what an export writes of a reference that names nobody is nothing in a file, in either language', () => {
  const resource = resourceNamed('transfer')
  const [project] = knownAlso(importColumns(resource), english.said).filter(({ name }) => name === 'p_id')
  if (!project) throw new Error('no project to import')
  expect(['全部', 'All', ''].map((typed) => readCell(project, typed))).toEqual([null, null, null])
  expect(readCell(project, '滨江公租房')).toEqual({ names: ['滨江公租房'] })
  expect(noteOf(importFormOf(resource) as FormSchema, project)).toContain('不填为全部')
})

test('what can be imported has a path of its own, columns with distinct headings, and a note for each', () => {
  const importable = resources.filter(({ calls }) => calls.import)
  expect(importable.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['org', 'meter', 'company', 'reserve', 'qualification', 'kind']),
  )
  for (const name of ['flow', 'role', 'account', 'message', 'operation_log'])
    expect([name, resourceNamed(name).calls.import]).toEqual([name, null])
  for (const resource of importable) {
    const columns = importColumns(resource)
    const form = importFormOf(resource)
    expect(resource.calls.import).toBe(`/api/${resource.name}/import`)
    expect(new Set(columns.map(({ head }) => headKey(head))).size).toBe(columns.length)
    const both = knownAlso(columns, english.said)
    expect(new Set(both.map(({ head, other }) => headKey(other?.head ?? head))).size).toBe(columns.length)
    for (const one of both) {
      const said = [one.other?.head, ...(one.other?.choices ?? []), form && noteOf(form, one, english)]
      expect([resource.name, one.name, said.filter((text) => /[\u4e00-\u9fff]/.test(text ?? ''))]).toEqual([resource.name, one.name, []])
    }
    for (const one of columns) {
      expect(looksLikeFormula(one.head)).toBe(false)
      expect(form && noteOf(form, one)).not.toBe('')
    }
    // Every field that must be said can be.
    const sayable = new Set([
      ...columns.map(({ name }) => name),
      ...columns.flatMap(({ field }) => Object.keys(field['x-lookup']?.fills ?? {})),
    ])
    for (const name of form?.required ?? [])
      if (!form?.properties[name]?.['x-when']) expect([resource.name, name, sayable.has(name)]).toEqual([resource.name, name, true])
  }
})

test('the columns of rooms stand as in their dialog, with units, what is required and what the choice of another needs', () => {
  const columns = importColumns(resourceNamed('org'))
  expect(columns.map(({ head, isRequired }) => (isRequired ? `${head}*` : head)).slice(0, 12)).toEqual([
    '房源性质*',
    '房源类型*',
    '系统编号',
    '小区名称*',
    '省*',
    '市*',
    '区县*',
    '街道*',
    '路名*',
    '弄号*',
    '弄或号',
    '经度',
  ])
  expect(columns.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['imgs']))
  const area = columns.find(({ name }) => name === 'area')
  const form = addFormOf(resourceNamed('org'))
  expect(area && form && noteOf(form, area)).toBe('数字，最多 2 位小数，0.01 到 99999；仅当房源类型的出租方式为整套、单间时填写；此时必填')
})
