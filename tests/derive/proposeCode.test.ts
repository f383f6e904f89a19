import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposeCode } from '../../src/derive/designer/proposeCode.ts'

const rule = { maxLength: 20, pattern: '^[a-z][a-z0-9_]{0,19}$', taken: [] as string[] }

test('a label is proposed as its pinyin, letters and digits of it kept', () => {
  expect(proposeCode('车位登记', rule)).toBe('cheweidengji')
  expect(proposeCode('A栋 2 单元', rule)).toBe('adong2danyuan')
  expect(proposeCode('绿化', rule)).toBe('lvhua')
  expect(proposeCode('重量', rule)).toBe('zhongliang')
})

test('one that is too long is proposed as its first letters, one that begins with a digit with a letter before it', () => {
  expect(proposeCode('合同约定的每月结算日期', rule)).toBe('htyddmyjsrq')
  expect(proposeCode('3号楼', rule)).toBe('n3haolou')
})

test('two alike get a number, and so does a code that is too short', () => {
  expect(proposeCode('备注', { ...rule, taken: ['beizhu', 'beizhu2'] })).toBe('beizhu3')
  expect(proposeCode('A', { ...rule, pattern: '^[a-z][a-z0-9_]{1,19}$' })).toBe('a2')
})

test('a label that nothing can be made of gets no code', () => {
  expect(proposeCode('！', rule)).toBe(undefined)
  expect(proposeCode('', rule)).toBe(undefined)
})

test('whatever is typed, what is proposed is a code that is free', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('车', '重', '了', '𠮷', 'A', '9', '_', ' ', '-') })),
      fc.array(fc.constantFrom('che', 'a', 'zhong', 'che2')),
      (label, taken) => {
        const code = proposeCode(label, { ...rule, taken })
        if (code === undefined) return
        expect(code).toMatch(/^[a-z][a-z0-9_]{0,19}$/)
        expect(taken).not.toContain(code)
      },
    ),
  )
})
