import { expect, test } from 'vitest'
import { resourceNamed } from '../../src/declared/declared.ts'
import { printedParts } from '../../src/derive/prints.ts'

test('a column of rows is drawn as a table, amounts and choices in it as people read them', () => {
  const rows = {
    type: 'object',
    properties: {
      item: { type: 'integer', title: '项目', oneOf: [{ const: 1, title: '水' }] },
      price: { type: 'integer', title: '单价', 'x-is': 'fen' },
      note: { type: 'string', title: '说明', maxLength: 20 },
    },
    additionalProperties: false,
  } as const
  const spec = { label: '抄表项目', is: 'rows', of: rows } as const
  const column = { items: { name: 'items', is: 'rows', spec } } as never
  const parts = printedParts({ column }, { text: '前\n{items}\n后 {items}' }, { items: [{ item: 1, price: 450, note: '{items}' }, {}] })
  expect(parts[1]).toEqual({
    is: 'table',
    heads: ['项目', '单价', '说明'],
    aligns: ['left', 'right', 'left'],
    rows: [
      ['水', '4.50', '{items}'],
      ['', '', ''],
    ],
  })
})

test('a total adds what its column has; where the amount stands first it is said there', () => {
  const { column } = resourceNamed('bill')
  const rows = [{ price: 100 }, { price: null }, { price: 250 }]
  const parts = printedParts({ column: {} }, { text: '{bill.contract_id:price:total,sn}' }, {}, () => ({
    resource: { column, former: {} },
    rows,
  }))
  expect(parts).toEqual([
    {
      is: 'table',
      heads: [column.price?.label, column.sn?.label],
      aligns: ['right', 'left'],
      rows: [
        ['1.00', ''],
        ['', ''],
        ['2.50', ''],
      ],
      total: ['合计 3.50', ''],
    },
  ])
})

test('several choices are printed by their words, of a record and in a row', () => {
  const of = { 1: '空调', 2: '床' }
  const items = { type: 'integer', oneOf: [{ const: 1, title: '空调' }] } as const
  const rows = {
    type: 'object',
    properties: { has: { type: 'array', title: '有', maxItems: 1, items } },
    additionalProperties: false,
  } as const
  const column = {
    fittings: { name: 'fittings', is: 'enums', spec: { label: '设施', is: 'enums', of } },
    rooms: { name: 'rooms', is: 'rows', spec: { label: '房间', is: 'rows', of: rows } },
  } as never
  const parts = printedParts({ column }, { text: '有 {fittings}\n{rooms}' }, { fittings: [2, 1, 9], rooms: [{ has: [1] }, {}] })
  expect(parts).toMatchObject([{ text: '有 床、空调、9' }, { rows: [['空调'], ['']] }])
})

test('attachments are printed by their names', () => {
  const column = { papers: { name: 'papers', is: 'files', spec: { label: '附件', is: 'files' } } } as never
  const row = { papers: [2, 1], papers_files: [{ name: '合同.pdf' }, { name: '清单.xlsx' }] }
  expect(printedParts({ column }, { text: '附 {papers}' }, row)).toMatchObject([{ text: '附 合同.pdf、清单.xlsx' }])
  expect(printedParts({ column }, { text: '附 {papers}。' }, { papers: [], papers_files: null })).toMatchObject([{ text: '附 。' }])
})
