import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormSchema } from '../../src/core/form.ts'
import { activeForm } from '../../src/derive/forms/activeForm.ts'

const NAMES = ['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛']
const choices = [1, 2, 3].map((choice) => ({ const: choice, title: `${choice}` }))

const condition = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(1, 2), { minKeys: 1, maxKeys: 2 })
const field = fc.record(
  {
    'x-when': condition,
    'x-required': condition,
    'x-offer': fc.record({ when: condition, in: fc.subarray([1, 2, 3], { minLength: 1 }) }),
  },
  { requiredKeys: [] },
)
const form = fc.tuple(fc.array(field, { minLength: 8, maxLength: 8 }), fc.subarray(NAMES)).map(
  ([fields, required]) =>
    ({
      title: '试',
      type: 'object',
      properties: Object.fromEntries(fields.map((one, at) => [NAMES[at], { type: 'integer', title: NAMES[at], oneOf: choices, ...one }])),
      required,
      additionalProperties: false,
    }) as unknown as FormSchema,
)
const filled = fc.array(fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(1, 2, 3)), { minLength: 150, maxLength: 150 })

test('a form stands for values as it does where none has been asked before, however many have', () => {
  fc.assert(
    fc.property(form, filled, (schema, rows) => {
      for (const values of rows) expect(activeForm(schema, values)).toEqual(activeForm(structuredClone(schema), values))
    }),
    { numRuns: 6 },
  )
})

test('what other values make the same of is the same form, so that what was compiled and drawn of it stays', () => {
  const schema = {
    title: '试',
    type: 'object',
    properties: {
      way: { type: 'integer', title: '方式', oneOf: choices },
      note: { type: 'string', title: '备注', 'x-when': { way: 2 }, 'x-required': { way: 2 } },
    },
    additionalProperties: false,
  } as unknown as FormSchema
  const before = activeForm(schema, { way: 2 })
  expect(Object.keys(before.properties)).toEqual(['way', 'note'])
  expect(activeForm(schema, { way: 2, note: '长一点' })).toBe(before)
  expect(activeForm(schema, { way: 1 })).not.toBe(before)
})
