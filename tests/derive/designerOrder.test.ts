import { expect, test } from 'vitest'
import type { Resource } from '../../src/core/resource.ts'
import { moveAction, moveField, movePrint, moveState } from '../../src/derive/designer/order.ts'

const print = (label: string, letters: string) => ({ label, letters, paper: 'A4' as const, text: '' })
const made = {
  name: 'keys',
  label: '钥匙',
  key: 'id',
  columns: { id: { label: '编号', is: 'int' }, a: { label: 'A' }, b: { label: 'B' }, c: { label: 'C' } },
  form: ['a', 'c', 'b'],
  states: { column: 's', of: { s1: { code: 1, label: '一' }, s2: { code: 2, label: '二' } }, first: 's1' },
  prints: { slip: print('单', 'AA'), list: print('表', 'BB') },
  actions: {
    slip: { label: '打印单', on: 'row', can: '/api/keys/slip', prints: 'slip' },
    end: { label: '结束', on: 'row', can: '/api/keys/end', set: { a: 1 } },
    list: { label: '打印表', on: 'row', can: '/api/keys/list', prints: 'list' },
  },
} as unknown as Resource

test('a field stands where another stood, in the list and in what is filled in', () => {
  expect(Object.keys(moveField(made, 'c', 'a').columns)).toEqual(['id', 'c', 'a', 'b'])
  expect(moveField(made, 'c', 'a').form).toEqual(['c', 'a', 'b'])
  expect(Object.keys(moveField(made, 'id', 'c').columns)).toEqual(['a', 'b', 'c', 'id'])
})

test('states keep their numbers, actions what they do', () => {
  expect(JSON.stringify(moveState(made, 's2', 's1').states?.of)).toBe('{"s2":{"code":2,"label":"二"},"s1":{"code":1,"label":"一"}}')
  expect(Object.keys(moveAction(made, 'list', 'slip').actions ?? {})).toEqual(['list', 'slip', 'end'])
})

test('the buttons that print follow their papers, and other buttons stay where they are', () => {
  const next = movePrint(made, 'list', 'slip')
  expect(Object.keys(next.prints ?? {})).toEqual(['list', 'slip'])
  expect(Object.keys(next.actions ?? {})).toEqual(['list', 'end', 'slip'])
})
