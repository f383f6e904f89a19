import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillTemplate, linesOf, problemText, templateProblems } from '../../src/derive/template.ts'
import { translatorOf } from '../../src/derive/translatorOf.ts'
import { enUS } from '../../src/locales/en-US/index.ts'
import { type TemplateValues, templateFields } from '../../src/schemas/template/template.ts'

test('an unknown field and a brace alone are named with their place and the nearest field', () => {
  const text = '甲方：{出租方}\n乙方：{租客姓明}，{ 月租金 }\n}押金{'
  expect(templateProblems(text).map(problemText)).toEqual([
    '第 2 行第 4 字：没有字段“{租客姓明}”，是否想写“{租客姓名}”',
    expect.stringMatching(/^第 2 行第 11 字：没有字段“\{ 月租金 \}”/),
    '第 3 行第 1 字：“}”没有配对的“{”',
    '第 3 行第 4 字：“{”没有配对的“}”',
  ])
})

test('in English a mistake still names fields as they are typed', () => {
  expect(templateProblems('{小区名}').map((problem) => translatorOf(enUS).said(problemText(problem)))).toEqual([
    'Line 1, character 1: there is no field “{小区名}”; did you mean “{小区}”?',
  ])
})

test('a text of known fields has no mistakes, and filled it has the values in their places and nothing else changed', () => {
  const plain = fc.string({ maxLength: 20 }).map((text) => text.replace(/[{}]/g, '·'))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(plain, fc.constantFrom(...templateFields)), { maxLength: 8 }),
      fc.array(fc.string({ maxLength: 12 }), { minLength: templateFields.length, maxLength: templateFields.length }),
      (parts, words) => {
        const values = Object.fromEntries(templateFields.map((field, index) => [field, words[index]])) as TemplateValues
        const text = parts.map(([before, field]) => `${before}{${field}}`).join('')
        expect(templateProblems(text)).toEqual([])
        expect(fillTemplate(text, values)).toBe(parts.map(([before, field]) => before + values[field]).join(''))
      },
    ),
  )
})

test('a value is never read as a field, nor as a pattern of replacement', () => {
  const values = Object.fromEntries(templateFields.map((field) => [field, ''])) as TemplateValues
  expect(fillTemplate('{租客姓名}', { ...values, 租客姓名: '{押金}$&$1' })).toBe('{押金}$&$1')
})

test('lines are titles, heads of sections and paragraphs', () => {
  expect(linesOf('# 合同\n## 第一条\n正文 \n')).toEqual([
    { is: 'title', text: '合同' },
    { is: 'head', text: '第一条' },
    { is: 'text', text: '正文' },
    { is: 'text', text: '' },
  ])
})
