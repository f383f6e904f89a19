import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
// What the calls are is told there.
import '../../server/wiring.ts'
import { roleChoices } from '../../server/domain/account/roles.ts'
import { errorTable } from '../../src/core/errors.ts'
import type { FormSchema } from '../../src/core/form.ts'
import { pages, resources } from '../../src/declared/declared.ts'
import { relatedTo } from '../../src/declared/referring.ts'
import { settings } from '../../src/declared/settings.ts'
import { nounOf } from '../../src/derive/actions.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { localizedForm, localizedResource } from '../../src/derive/localize.ts'
import { inChinese } from '../../src/derive/translator.ts'
import { translatorOf } from '../../src/derive/translatorOf.ts'
import { enUS } from '../../src/locales/en-US/index.ts'
import { DATA, NOT_READ, NOT_READ_OF_SERVER, SAME } from '../help/declared/notTranslated.ts'
import { sourceTexts, writtenTexts } from '../help/declared/sourceTexts.ts'

const HAN = /[\u4e00-\u9fff]/
const { said } = translatorOf(enUS)

const texts = [
  ...sourceTexts(resolve('src'), (file) => !NOT_READ.test(file)),
  ...sourceTexts(resolve('server'), (file) => !NOT_READ_OF_SERVER.test(file)),
].filter(({ text }) => !SAME.has(text) && !DATA.has(text))
const sources = new Set(texts.map(({ text }) => text))
/** What the texts are put together to: the names that buttons have. */
const derived = new Set(resources.flatMap((resource) => [nounOf(resource), ...resource.actions.map(({ label }) => label)]))

test('the parser sees the sources', () => {
  expect(texts.length).toBeGreaterThan(1500)
  expect(sources).toContain('还没有房源，点右上角“新增房源”登记第一处')
  expect(sources).toContain('共 {0}')
  expect([...sources].filter((text) => /^\s/.test(text) && text.includes('\n'))).toEqual([])
})

const written = [...writtenTexts(resolve('src')), ...writtenTexts(resolve('server'))]

test('a text that is written where it is said is a tag’s: no function is given one to translate', () => {
  const given = written.filter(({ text, givenTo }) => givenTo === 't' || (givenTo === 'said' && /[\u3000-\uffef]/.test(text)))
  expect(given.map(({ text, file }) => `${file}: ${text}`)).toEqual([])
})

test('the shape of every tagged text stands in the catalogue as it is', () => {
  const tagged = written.filter(({ isTagged }) => isTagged)
  expect(tagged.length).toBeGreaterThan(600)
  expect(tagged.filter(({ text }) => !Object.hasOwn(enUS, text) && !SAME.has(text)).map(({ text, file }) => `${file}: ${text}`)).toEqual([])
})

test('what the page puts together of values it says by a tag, not piece by piece', () => {
  // Chinese alone counts by ten thousands.
  const ALONE = new Set(['{0} 万'])
  const page = [...writtenTexts(resolve('src/ui')), ...writtenTexts(resolve('src/providers'))]
  const untagged = page.filter(({ text, isTagged, hasPlaces }) => hasPlaces && !isTagged && HAN.test(text) && !ALONE.has(text))
  expect(untagged.map(({ text, file }) => `${file}: ${text}`)).toEqual([])
})

test('every Chinese text of the sources has its English', () => {
  expect(texts.filter(({ text }) => !Object.hasOwn(enUS, text)).map(({ text, file }) => `${file}: ${text}`)).toEqual([])
})

test('lists beside each other in a detail are not called alike in English', () => {
  for (const resource of resources) {
    const heads = [...relatedTo(resource).map(({ label }) => label), '历史'].map(said)
    expect([resource.name, heads]).toEqual([resource.name, [...new Set(heads)]])
  }
})

test('no English is left over from a text that is gone', () => {
  expect(Object.keys(enUS).filter((text) => !sources.has(text) && !derived.has(text))).toEqual([])
})

test('each English text says what varies, and nothing in Chinese but what is to be typed', () => {
  const places = (text: string): string[] => [...new Set(text.match(/\{\d\}/g) ?? [])].sort()
  for (const [source, target] of Object.entries(enUS)) {
    expect([source, places(target)]).toEqual([source, places(source)])
    expect([source, HAN.test(target.replace(/“清空示例数据”/, ''))]).toEqual([source, false])
  }
})

test('the eight texts that the spec gives in English are the spec’s, letter for letter', () => {
  expect({
    close: said('确定要关闭这个页面吗'),
    room: said('请先选择租赁房间的小区和房号'),
    type: said('账单类型必填'),
    amount: said('账单金额必填'),
    tenant: said('请搜索租客姓名'),
    added: said('添加成功'),
    exporting: said('导出中'),
    summary: said('房态汇总导出'),
  }).toEqual({
    close: 'are you sure to close this page',
    room: 'please first select the community and room number of the leased room',
    type: 'bill type required',
    amount: 'bill amount required',
    tenant: 'please search for the tenant name',
    added: 'added successfully',
    exporting: 'exporting',
    summary: 'room status summary export',
  })
})

test('what a code says by itself is the table’s', () => {
  for (const { zh, en } of Object.values(errorTable)) if (zh) expect(said(zh)).toBe(en)
})

/** What a paper says is Chinese in every language. */
const isPaper = (at: string, name: string): boolean => name === 'text' && /\.prints\.\w+$/.test(at)

/** Every Chinese text inside a value, with the way to it. */
const chineseIn = (value: unknown, at: string): string[] => {
  if (typeof value === 'string') return HAN.test(value.replaceAll(/“清空示例数据”|\^清空示例数据\$/g, '')) ? [`${at}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'menu' || name === 'default' || isPaper(at, name) ? [] : chineseIn(inner, `${at}.${name}`),
  )
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  test('speaks English in every word that is made of its declaration, and in every message of its rules', () => {
    const spoken = localizedResource(resource, said)
    expect(chineseIn(spoken, name)).toEqual([])
    for (const { form } of resource.actions) if (form) expect(chineseIn(messagesOf(form), name)).toEqual([])
  })
})

/** What the rules say of nothing filled in, and of a wrong value in each field, in English. */
const messagesOf = (form: FormSchema): string[] => {
  const wrong = (value: unknown) => Object.fromEntries(Object.keys(form.properties).map((field) => [field, value]))
  return [{}, wrong('x\u200b'.repeat(300)), wrong(-1), wrong([1, 1, 'x']), wrong(1e15), { nothing: 1 }]
    .flatMap((values) => validateForm(form, values))
    .map(({ message }) => said(message))
}

test('pages and settings speak English', () => {
  expect(
    chineseIn(
      pages.map(({ label, menu }) => [said(label), said(menu?.group ?? '')]),
      'pages',
    ),
  ).toEqual([])
  expect(
    chineseIn(
      pages.flatMap((page) => ('strips' in page ? (page.strips ?? []).map(({ label }) => said(label)) : [])),
      'strips',
    ),
  ).toEqual([])
  for (const { name, form, changes } of settings) {
    expect(chineseIn([localizedForm(form, said), said(changes)], name)).toEqual([])
    expect(chineseIn(messagesOf(form), name)).toEqual([])
  }
})

test('what the server puts together is English to its last word', () => {
  expect(said('没有权限：新增房源')).toBe('No permission: Add housing')
  expect(said('接口权限里没有 /api/org/indx，是否想写 /api/org/index')).toBe(
    'Call permissions has no /api/org/indx, did you mean /api/org/index',
  )
  expect(said('不能按 nmae 排序，可用：name、sn，是否想写 name')).toBe('Cannot be sorted by nmae; possible: name, sn, did you mean name')
  expect(said('没有“房号x”这一列，是否想写“房号”')).toBe('There is no column “房号x”, did you mean “Room no.”')
  expect(said('系统繁忙，请稍后再试（编号 7f3a）')).toBe('The system is busy, please try again later (no. 7f3a)')
  expect(said('columns.lot.is：此处是 3，应为 整数（共 2 处）')).toBe(
    'columns.lot.is: Here is 3, it should be whole number (2 places in all)',
  )
  expect(said('王小明 的合同 HT1（张杨花苑 12号-501）将于 2026-12-01 到期，还有 10 天。')).toBe(
    'Contract HT1 of 王小明 (张杨花苑 12号-501) ends on 2026-12-01, in 10 days.',
  )
})

test('the choices of a role speak English', () => {
  for (const [path, choicesFor] of Object.entries(roleChoices)) {
    const groups = choicesFor({ permission: ['*'], access: [] }) as unknown as Record<string, unknown>[]
    expect(groups.length).toBeGreaterThan(2)
    const labels = groups.flatMap(({ group, ...lists }) => [
      group,
      ...Object.values(lists)
        .flat()
        .map((one) => (one as { label: string }).label),
    ])
    expect(
      chineseIn(
        labels.map((text) => said(String(text))),
        path,
      ),
    ).toEqual([])
  }
})

describe('what others wrote', () => {
  const { said: small } = translatorOf({
    面积: 'area',
    '{0}必填': '{0} required',
    '共 {0} 条': '{0} in total',
    '{0}：{1}': '{0}: {1}',
    '把{0}给{1}': '{1} gets {0}',
  })
  test('puts what varies into its place, itself translated where it is known', () => {
    expect(small('面积必填')).toBe('area required')
    expect(small('共 12 条')).toBe('12 in total')
    expect(small('面积：王小明')).toBe('area: 王小明')
    expect(small('把面积给A')).toBe('A gets area')
  })
  test('a known word that comes to stand behind another begins small; what is not known is data', () => {
    const { said: adding } = translatorOf({ 角色: 'Role', LOGO: 'LOGO', '新增{0}': 'Add {0}', '{0}：{1}': '{0}: {1}' })
    expect(adding('新增角色')).toBe('Add role')
    expect(adding('新增Zhang')).toBe('Add Zhang')
    expect(adding('角色：角色')).toBe('Role: Role')
  })
  test('a text that goes on behind another one, and several names in one, are said piece by piece', () => {
    const { said: joining } = translatorOf({
      房态: 'Rooms',
      账单: 'Bills',
      '、': ', ',
      '，是否想写 {0}': ', did you mean {0}',
      '没有 {0}': 'No {0}',
    })
    expect(joining('没有 房态x，是否想写 房态')).toBe('No 房态x, did you mean rooms')
    expect(joining('没有 账单')).toBe('No bills')
    expect(joining('账单、房态')).toBe('Bills, Rooms')
    expect(joining('张三、李四')).toBe('张三、李四')
  })
  test('leaves what it does not know, and what is not Chinese, as it is', () => {
    for (const text of ['没有这个', 'area required', '', '{0}']) expect(small(text)).toBe(text)
    fc.assert(fc.property(fc.string(), (text) => small(text) === text || /[\u3000-\uffef]/.test(text)))
  })
  test('whatever stands in a place comes through, also what a replacement or a pattern would take for its own', () => {
    const plain = fc.string({ maxLength: 20 }).filter((text) => !/[\u3000-\uffef]/.test(text))
    fc.assert(fc.property(plain, (text) => small(`共 ${text} 条`) === `${text} in total`))
    expect(small('共 $1$& {1} 条')).toBe('$1$& {1} in total')
  })
})

describe('a tagged text', () => {
  const { t } = translatorOf({ ...enUS, '把{0}给{1}': '{1} gets {0}', '{0}二{0}': '{0} two {0}', 甲: 'A' })
  /** What a replacement, a pattern or the catalogue would take for its own, and anything else. */
  const values = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(...Object.keys(enUS)),
    fc.constantFrom('{0}', '{1}', '$&', '$1', '$$', '\\', '\\1', '面积必填', '甲', '、', ''),
  )

  test('has whatever is put in come out unchanged, and where English wants it', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(t`把${a}给${b}`).toBe(`${b} gets ${a}`)
        expect(t`确定${a}？`).toBe((enUS['确定{0}？'] ?? '').split('{0}').join(a))
        expect(inChinese.t`把${a}给${b}`).toBe(`把${a}给${b}`)
      }),
    )
  })
  test('is found by its own shape alone', () => {
    expect(t`甲`).toBe('A')
    expect(t`已选 ${12} 条`).toBe(said('已选 12 条'))
    expect(t`${'面积'}没有这样的话`).toBe('面积没有这样的话')
    expect(t`没有 ${'甲'}`).not.toContain('A')
    expect(inChinese.said('面积必填')).toBe('面积必填')
  })
})
