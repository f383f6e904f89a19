import { describe, expect, test } from 'vitest'
import { checkResources } from '../../src/core/check/checkResources.ts'
import type { FormSchema } from '../../src/core/form.ts'
import { allKinds, kindFacts, ruleOf, storedAlike } from '../../src/core/kinds.ts'
import type { Resource } from '../../src/core/resource.ts'
import { completeAll } from '../../src/derive/complete.ts'
import { fieldForm } from '../../src/derive/designer/fieldForm.ts'
import { fieldOf } from '../../src/derive/forms/fieldOf.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'

const REFUSAL = '主页须是以 http:// 或 https:// 开头的网址'
const form = (field: object): FormSchema =>
  ({ title: '网址', type: 'object', properties: { site: field }, required: [], additionalProperties: false }) as FormSchema

const links = ['http://a.cn', 'https://a.cn/x?y=1#z', 'https://租房.中国/路径', 'http://127.0.0.1:8080', 'http://[::1]/a']
const others = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//a.cn',
  'a.cn',
  'https:a.cn',
  'https:///a',
  'https://bank.cn@evil.cn/',
  'https://a\\@b.cn',
  'https://a.cn/x y',
  'http://',
]

describe('url: links of http and https, and nothing else', () => {
  const derived = form(fieldOf({ label: '主页', is: 'url' }))
  test.each(links)('%s is taken', (site) => {
    expect(validateForm(derived, { site })).toEqual([])
  })
  test.each(others)('%s is refused in a sentence', (site) => {
    expect(validateForm(derived, { site })).toMatchObject([{ field: 'site', message: REFUSAL }])
  })

  const resource = {
    name: 'shop',
    label: '商铺',
    access: null,
    key: 'shop_id',
    title: 'name',
    columns: {
      shop_id: { label: '编号', is: 'int' },
      name: { label: '名称', filter: true },
      site: { label: '主页', is: 'url' },
    },
    form: ['name', 'site'],
    dialogs: { move: form({ type: 'string', title: '主页', maxLength: 900, pattern: '^.*$', 'x-is': 'note' }) },
    actions: { move: { label: '搬', on: 'row', can: '/api/shop/move', opens: 'move', set: { name: 'a' } } },
  } as unknown as Resource

  test('a dialog of its own that says otherwise obeys the column all the same', () => {
    const [complete] = completeAll([resource])
    const move = complete?.actions.find(({ name }) => name === 'move')?.form as FormSchema
    expect(validateForm(move, { site: 'javascript:alert(1)' })).toMatchObject([{ field: 'site', message: REFUSAL }])
  })

  test('neither a default nor what an action sets may be anything else', () => {
    const wrong = (changes: object) =>
      checkResources({ 'src/resources/shop.ts': { ...resource, ...changes } }).map(({ id, at }) => [id, at])
    const site = (is: string) => ({ label: '主页', is: 'url', default: is })
    expect(wrong({ columns: { ...resource.columns, site: site('javascript:alert(1)') } })).toContainEqual(['R135', 'columns.site.default'])
    expect(wrong({ columns: { ...resource.columns, site: site('https://a.cn') } }).map(([id]) => id)).not.toContain('R135')
    const actions = (to: string) => ({ actions: { move: { ...resource.actions?.move, set: { site: to } } } })
    const said = (to: string) => wrong(actions(to)).filter(([, at]) => at === 'actions.move.set.site')
    expect(said('data:text/html,x')).toHaveLength(1)
    expect(said('https://a.cn')).toEqual([])
  })
})

test('text that anyone typed never becomes a kind with a rule', () => {
  for (const kind of allKinds.filter((one) => ruleOf(one))) {
    expect(storedAlike('text', kind)).toBe(false)
    expect(storedAlike(kind, 'note')).toBe(false)
  }
})

test('each kind that the designer offers has a number and a word of its own', () => {
  const designed = allKinds.flatMap((kind) => kindFacts[kind].designed ?? [])
  expect(new Set(designed.map(({ code }) => code)).size).toBe(designed.length)
  expect(designed.map(({ code }) => code)).not.toContain(16)
  const { is } = fieldForm('新字段', [], null, []).properties
  expect((is as unknown as { oneOf: { title: string }[] }).oneOf.map(({ title }) => title)).toEqual(
    expect.arrayContaining(designed.map(({ label }) => label)),
  )
})
