import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineForm, type Tree } from '../../src/core/form.ts'
import { coerceParams } from '../../src/derive/forms/coerce.ts'
import { sentForm, sentValues } from '../../src/derive/forms/sent.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { toWire } from '../../src/protocol/wire.ts'
import { accountForm } from '../../src/schemas/account/account.ts'
import { groupsOf, matching, withAll } from '../../src/ui/form/widgets/tree.ts'
import { md5 } from '../help/testServer.ts'

const tree: Tree = { call: '/api/role/tree', group: 'group', list: 'calls', value: 'path', label: 'label' }
const form = defineForm({
  title: '权限',
  type: 'object',
  properties: {
    codes: {
      type: 'array',
      title: '接口权限',
      'x-is': 'texts',
      'x-tree': tree,
      maxItems: 50,
      uniqueItems: true,
      items: { type: 'string', maxLength: 20 },
    },
  },
  additionalProperties: false,
})

test('texts arrive as they were sent, in either style, however much they look like numbers or lists', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.stringMatching(/^[\w/,*[\]"]{0,20}$/), fc.constantFrom('1', '1,2', 'null', '[]')), { maxLength: 50 }),
      (codes) => {
        expect(coerceParams(form, toWire({ codes }))).toEqual({ codes })
        expect(coerceParams(form, { codes })).toEqual({ codes })
        expect(validateForm(form, { codes })).toEqual([])
      },
    ),
  )
  expect(coerceParams(form, { codes: '' })).toEqual({})
})

test.each<[unknown, string]>([
  ['1,2', '接口权限填写有误'],
  [[1], '接口权限填写有误'],
  [['a', 'a'], '接口权限有重复'],
  [['x'.repeat(21)], '接口权限填写有误'],
  [['a\u200B'], '接口权限含有不可见字符'],
])('%j is refused: %s', (codes, message) => {
  expect(validateForm(form, coerceParams(form, { codes }))[0]?.message).toBe(message)
})

describe('the tree of choices', () => {
  const rows = [
    {
      group: '房源',
      calls: [
        { path: '/api/org/list', label: '查看房源' },
        { path: '/api/org/add', label: '新增房源' },
      ],
    },
    { group: '流水', calls: [{ path: '/api/flow/index', label: '查看流水' }] },
  ]
  const groups = groupsOf(tree, rows, [])

  test('shows what it does not know, so that it can be taken away', () => {
    expect(groupsOf(tree, rows, ['/api/org/list'])).toEqual(groups)
    expect(groupsOf(tree, rows, ['/api/gone/index']).at(-1)).toEqual({
      label: '未列出的',
      choices: [{ value: '/api/gone/index', label: '/api/gone/index' }],
    })
  })

  test('is searched by label, by value, and by group', () => {
    const found = (typed: string) => matching(groups, typed).flatMap(({ choices }) => choices.map(({ value }) => value))
    expect(found(' ')).toHaveLength(3)
    expect(found('查看')).toEqual(['/api/org/list', '/api/flow/index'])
    expect(found('ORG/ADD')).toEqual(['/api/org/add'])
    expect(found('房源')).toEqual(['/api/org/list', '/api/org/add'])
    expect(found('没有')).toEqual([])
  })

  test('a group checked and unchecked again leaves the others as they were', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('*', '/api/org/list', '/api/org/add', '/api/flow/index')), (values) => {
        const [{ choices } = { choices: [] }] = groups
        const own = choices.map(({ value }) => value)
        const checked = withAll(values, choices, true)
        expect(new Set(checked)).toEqual(new Set([...values, ...own]))
        expect(checked).toHaveLength(new Set(checked).size)
        expect(withAll(checked, choices, false)).toEqual(values.filter((value) => !own.includes(value)))
      }),
    )
  })
})

test('a password travels as md5, and the server’s form takes nothing else', () => {
  const values = { user_name: 'kefu', name: '林小满', role_id: 2, reach: 1, password: 'first2026' }
  expect(validateForm(accountForm, values)).toEqual([])
  const sent = sentValues(accountForm, values, md5)
  expect(sent).toEqual({ ...values, password: md5('first2026') })
  expect(validateForm(sentForm(accountForm), sent)).toEqual([])
  expect(validateForm(sentForm(accountForm), values)).toMatchObject([{ field: 'password', message: '初始密码须以 MD5 发送' }])
  expect(validateForm(accountForm, { ...values, password: 'abc12' })[0]?.message).toBe('密码必须至少6位')
  expect(validateForm(accountForm, { ...values, password: 'abcdefg' })[0]?.message).toBe('密码必须包含数字和字母')
})

test('blanks are nothing where something has to be written, in a form and in a row of it', () => {
  const said = { type: 'string', title: '说明', maxLength: 20 } as const
  const kind = { type: 'integer', title: '种类' } as const
  const asked = defineForm({
    title: '作废',
    type: 'object',
    properties: {
      reason: said,
      note: said,
      rows: {
        type: 'array',
        title: '行',
        maxItems: 2,
        items: { type: 'object', properties: { said: { ...said, 'x-required': { kind: 1 } }, kind }, additionalProperties: false },
      },
    },
    required: ['reason'],
    additionalProperties: false,
  })
  for (const blank of ['', '  ', '\u3000\n'])
    expect(
      validateForm(asked, { reason: blank, note: blank, rows: [{ kind: 1, said: blank }] }).map(({ field, message }) => [field, message]),
    ).toEqual([
      ['reason', '说明必填'],
      ['rows.0.said', '说明必填'],
    ])
})
