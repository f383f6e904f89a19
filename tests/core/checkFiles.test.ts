import { describe, expect, test } from 'vitest'
import { checkForm } from '../../src/core/check/checkForms.ts'
import { checkResources, problemLine } from '../../src/core/check/checkResources.ts'
import { asking, check, right, spoilt, words } from '../help/declared/declarations.ts'

test('all mistakes of all files are told at once, each as one line', () => {
  const wrong = { ...spoilt('columns.name.is', 'txt'), lable: 'x', sort: 'name' }
  const problems = checkResources({
    'a.ts': wrong,
    'b.ts': { ...spoilt('key', 'idd'), name: 'gadget', path: '/g', title: 'nmae' },
    'c.ts': null,
    'd.ts': 7,
  })
  expect(problems.map(({ file, id, at }) => `${file} ${id} ${at}`).sort()).toEqual(
    [
      'a.ts R101 lable',
      'a.ts R103 sort',
      'a.ts R105 columns.name.is',
      'b.ts R110 key',
      'b.ts R110 title',
      'c.ts R103 ',
      'd.ts R103 ',
    ].sort(),
  )
  expect(problems.map(problemLine).find((line) => line.includes('is'))).toMatch(
    /^R105 a\.ts › columns\.name\.is：此处是 'txt'，应为 text \| .*（是否想写 'text'？）（docs\/rules\.md）$/,
  )
})

test('what the domain answers may ask for anything, and a state may be one of several', () => {
  const free = { dialogs: { add: asking({ anything: words }) }, actions: {}, domain: ['add'] }
  expect(check({ ...right(), ...free })).toEqual([])
  expect(check(spoilt('actions.stop.when', { status: [1, 2] }))).toEqual([])
  expect(check({ ...spoilt('actions.stop.when', { retired: 0 }), retires: true })).toEqual([])
})

test('a declaration of a wrong shape does not keep the others from being checked', () => {
  const broken = { name: 'broken', label: '坏', key: 'id', columns: { id: null } }
  const other = { ...right(), has: [{ label: '一', resource: 'broken', by: 'x' }] }
  const lists = { name: 'lists', label: '几个', path: '/lists', access: null, strips: [{ label: '一', resource: 'broken' }] }
  expect(checkResources({ 'a.ts': broken, 'b.ts': other, 'c.ts': lists }).map(({ file, id, at }) => [file, id, at])).toEqual([
    ['a.ts', 'R103', 'columns.id'],
  ])
})

test('a page is checked too', () => {
  const page = { name: 'home', label: '房态图', path: '/home', access: 'build', screen: 'roomMap' }
  expect(check(page)).toEqual([])
  expect(checkResources({ 'a.ts': { ...page, screen: 'romMap' } }, undefined, ['roomMap'])).toEqual([
    expect.objectContaining({ id: 'R110', at: 'screen', hint: "是否想写 'roomMap'？" }),
  ])
  expect(check({ ...page, acess: 'build' })).toEqual([expect.objectContaining({ id: 'R101', at: 'acess', hint: "是否想写 'access'？" })])
})

describe('a setting', () => {
  const setting = (properties: object, more: object = {}) => ({
    name: 'colour',
    label: '颜色设置',
    path: '/setting/colour',
    access: 'setting_push',
    changes: '门的颜色；对所有人',
    form: { title: '颜色设置', type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    ...more,
  })
  const colour = { type: 'string', title: '颜色', maxLength: 9, default: '红' }
  const key = { type: 'string', title: '密钥', maxLength: 99, 'x-is': 'secret' }

  test('is right with a default for what it requires; a key needs none', () => {
    expect(check(setting({ colour, key }, { trial: { label: '试一试', call: '/api/colour/test' } }))).toEqual([])
  })

  test.each<[string, object, object, string]>([
    ['R126', { colour: { ...colour, default: undefined } }, {}, 'form.properties.colour.default'],
    ['R128', { colour, sign: colour }, {}, 'form.properties.sign'],
    ['R129', { colour }, { form: { ...setting({ colour }).form, required: [] } }, 'form.properties.colour.default'],
    ['R101', { colour }, { chages: '门' }, 'chages'],
    ['R102', { colour }, { form: undefined }, 'form'],
    ['R104', { colour }, { trial: { label: '试', call: 'test' } }, 'trial.call'],
    ['R120', { colour: { ...colour, maxLength: undefined } }, {}, 'form.properties.colour.maxLength'],
  ])('%s %j %j', (id, properties, more, at) => {
    expect(check(setting(properties, more)).map((problem) => [problem.id, problem.at])).toEqual([[id, at]])
  })

  test('R127: only a setting has a place for a key', () => {
    expect(check(spoilt('dialogs.rename.properties.name', key)).map(({ id, at }) => [id, at])).toEqual([
      ['R127', 'dialogs.rename.properties.name.x-is'],
    ])
  })

  test('R127: a file that is sent along is of a dialog, and is called file', () => {
    const file = { type: 'string', title: '文件', maxLength: 300, 'x-is': 'upload', 'x-file': '.txt' }
    expect(check(spoilt('dialogs.rename.properties.file', file))).toEqual([])
    expect(check(spoilt('dialogs.rename.properties.name', file)).map(({ id, at }) => [id, at])).toEqual([
      ['R127', 'dialogs.rename.properties.name.x-is'],
    ])
    expect(check(setting({ colour, file })).map(({ id, at }) => [id, at])).toContainEqual(['R127', 'form.properties.file.x-is'])
  })

  test('R119: its route and its name are its own', () => {
    const problems = checkResources({ 'a.ts': right(), 'b.ts': setting({ colour }, { name: 'thing', path: '/things' }) })
    expect(problems.map(({ id, file, at }) => [id, file, at])).toEqual([
      ['R119', 'b.ts', 'name'],
      ['R119', 'b.ts', 'path'],
    ])
  })
})

test('a form alone is checked, rows inside it included', () => {
  const form = {
    title: '楼',
    type: 'object',
    properties: {
      floors: {
        type: 'array',
        title: '楼层',
        maxItems: 9,
        items: { type: 'object', properties: { name: { type: 'string', title: '名' } }, required: ['nam'], additionalProperties: false },
      },
    },
    additionalProperties: false,
  }
  expect(checkForm(form, 'form').map(({ id, at }) => [id, at])).toEqual([
    ['R110', 'form.properties.floors.items.required'],
    ['R120', 'form.properties.floors.items.properties.name.maxLength'],
  ])
})
