import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractParts, hasMark, linesOf, problemText, templateProblems, wordsOf } from '../../src/derive/template.ts'
import { translatorOf } from '../../src/derive/translatorOf.ts'
import { enUS } from '../../src/locales/en-US/index.ts'
import { markFields, PLAN_FIELD, type TemplateValues, type TextField, templateFields } from '../../src/schemas/template/template.ts'

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

const textFields = templateFields.filter((field): field is TextField => !(field in markFields) && field !== PLAN_FIELD)
const valuesWith = (words: readonly string[]): TemplateValues => ({
  texts: Object.fromEntries(textFields.map((field, index) => [field, words[index] ?? ''])) as TemplateValues['texts'],
  plan: [['2026-01-01', '一月', '1.00']],
})
const said = (text: string, values: TemplateValues): string[] =>
  contractParts(text, values).map((part) => (part.is === 'table' ? part.rows.join() : wordsOf(part.pieces)))

test('a text of known fields has no mistakes, and filled it has the values in their places and nothing else changed', () => {
  const plain = fc.string({ maxLength: 20 }).map((text) => text.replace(/[{}\n\r#]/g, '·'))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(plain, fc.constantFrom(...textFields)), { maxLength: 8 }),
      fc.array(fc.string({ maxLength: 12 }), { minLength: textFields.length, maxLength: textFields.length }),
      (parts, words) => {
        const values = valuesWith(words)
        const text = parts.map(([before, field]) => `${before}{${field}}`).join('')
        expect(templateProblems(text)).toEqual([])
        expect(said(text, values).join('')).toBe(parts.map(([before, field]) => before + values.texts[field]).join(''))
      },
    ),
  )
})

test('a value is never read as a field, as a line, nor as a pattern of replacement', () => {
  const values = valuesWith([])
  const filled = { ...values, texts: { ...values.texts, 租客姓名: '{押金}$&$1\n# 大标题' } }
  expect(contractParts('{租客姓名}', filled)).toEqual([{ is: 'text', pieces: [{ text: '{押金}$&$1\n# 大标题' }] }])
})

test('the payments are a table, alone on their line, and nowhere else', () => {
  expect(templateProblems('各期：{付款计划}').map(problemText)).toEqual(['第 1 行第 4 字：“{付款计划}”是一张表，须单独占一行'])
  expect(templateProblems(' {付款计划} ')).toEqual([])
  expect(contractParts('{付款计划}', valuesWith([]))).toMatchObject([{ is: 'table', rows: [['2026-01-01', '一月', '1.00']] }])
})

test('a seal and a signature have their places; numbers are named where they are opened only in drawing', () => {
  const values = valuesWith([])
  const masked = { ...values, texts: { ...values.texts, 身份证号: '310***0011' } }
  const text = '甲方：{甲方盖章}\n证号 {身份证号}'
  const parts = contractParts(text, masked)
  expect([hasMark(parts, 'seal'), hasMark(parts, 'sign')]).toEqual([true, false])
  expect(parts[1]).toEqual({ is: 'text', pieces: [{ text: '证号 ' }, { text: '310***0011' }] })
  expect(contractParts(text, masked, true)[1]).toEqual({ is: 'text', pieces: [{ text: '证号 ' }, { number: 'card' }] })
})

test('lines are titles, heads of sections and paragraphs', () => {
  expect(linesOf('# 合同\n## 第一条\n正文 \n')).toEqual([
    { is: 'title', text: '合同' },
    { is: 'head', text: '第一条' },
    { is: 'text', text: '正文' },
    { is: 'text', text: '' },
  ])
})
