import { describe, expect, test } from 'vitest'
import { defineForm, type RowSchema } from '../../src/core/form.ts'
import { resources } from '../../src/declared/declared.ts'
import { settingNamed, settings } from '../../src/declared/settings.ts'
import { defaultsOf } from '../../src/derive/forms/activeForm.ts'
import { fieldWords } from '../../src/derive/forms/fieldWords.ts'
import { namedIn, targetOfField } from '../../src/derive/forms/namedIn.ts'
import { activeValues, validateForm } from '../../src/derive/forms/validateForm.ts'
import { differing, formHolding } from '../../src/derive/settings.ts'

describe('every setting', () => {
  // What is not known to be named is not looked for as it is saved, nor held as it is deleted.
  test('every reference is to records of which it is known whose they are', () => {
    const unknown = ({ properties }: RowSchema): string[] =>
      Object.entries(properties).flatMap(([name, field]) => {
        if (field.type === 'array' && 'properties' in field.items) return unknown(field.items)
        return 'x-is' in field && /^refs?$/.test(field['x-is'] ?? '') && !targetOfField(field, resources) ? [name] : []
      })
    expect(settings.flatMap(({ form: one }) => unknown(one))).toEqual([])
    const steps = settingNamed('checkSetting')?.form.properties.signing
    const named = namedIn(
      { type: 'object', properties: { steps }, additionalProperties: false } as RowSchema,
      { steps: [{}, { role_id: 4 }] },
      resources,
    )
    expect(named.map(({ field, target, keys }) => [field, target.name, keys])).toEqual([['steps.1.role_id', 'role', [4]]])
  })

  test('there are these', () => {
    expect(settings.map(({ name }) => name).sort()).toEqual(
      [
        'LogoSetting',
        'applicationSetting',
        'cancelVerificationSetting',
        'checkSetting',
        'closingSetting',
        'contractSetting',
        'dunningSetting',
        'invoice',
        'lateFeeSetting',
        'meterSetting',
        'netSign',
        'outboxSetting',
        'queueSetting',
        'rentSetting',
        'repairSetting',
        'safetySetting',
      ].sort(),
    )
  })
  test.each(settings.map((setting) => [setting.name, setting] as const))(
    '%s works as it is declared, untouched',
    (_, { form, changes }) => {
      expect(validateForm(form, activeValues(form, defaultsOf(form)))).toEqual([])
      // What it changes; for whom, or from when.
      expect(changes).toMatch(/；/)
    },
  )
})

const form = defineForm({
  title: '试',
  type: 'object',
  properties: {
    way: { type: 'integer', title: '方式', oneOf: [{ const: 1, title: '快' }] },
    fee: { type: 'integer', title: '费用', 'x-is': 'fen' },
    key: { type: 'string', title: '密钥', 'x-is': 'secret', maxLength: 9 },
    steps: {
      type: 'array',
      title: '步骤',
      'x-is': 'rows',
      maxItems: 3,
      items: {
        type: 'object',
        properties: {
          who: {
            type: 'integer',
            title: '谁',
            oneOf: [
              { const: 1, title: '角色' },
              { const: 2, title: '主管' },
            ],
          },
          role: {
            type: 'integer',
            title: '角色',
            'x-when': { who: 1 },
            'x-lookup': { call: '/api/role/find', value: 'id', label: 'name' },
          },
        },
        required: ['who', 'role'],
        additionalProperties: false,
      },
    },
  },
  required: ['way', 'key'],
  additionalProperties: false,
})

test('a key that is held need not be sent again, and only a key', () => {
  expect(formHolding(form, ['key', 'way']).required).toEqual(['way'])
  expect(validateForm(formHolding(form, []), { way: 1 })).toMatchObject([{ field: 'key', message: '密钥必填' }])
})

test('versions differ by what staff see: not by the order in which the store gives it, nor by how empty is written', () => {
  const before = { way: 1, steps: [{ who: 1, role: 3 }] }
  expect(differing(form, before, { steps: [{ role: 3, who: 1 }], way: 1, fee: undefined, key: '' })).toEqual([])
  expect(differing(form, before, { way: 1, steps: [{ role: 3, who: 2 }], fee: 0 })).toEqual(['fee', 'steps'])
})

test('a row is judged by its own values, and what its choice does not ask for is not kept', () => {
  const judged = (steps: object[]) => validateForm(form, { way: 1, key: 'k', steps }).map(({ field, message }) => [field, message])
  expect(judged([{ who: 2 }, { who: 1, role: 1 }])).toEqual([])
  expect(judged([{ who: 2 }, { who: 1 }])).toEqual([['steps.1.role', '角色必填']])
  expect(
    activeValues(form, {
      steps: [
        { who: 2, role: 5 },
        { who: 1, role: 5 },
      ],
    }),
  ).toEqual({ steps: [{ who: 2 }, { who: 1, role: 5 }] })
})

test('values are told in the words of the screen', () => {
  const titleOf = (_: unknown, id: number): string | null => (id === 3 ? '管理员' : null)
  const say = (name: keyof typeof form.properties, value: unknown) => fieldWords(form.properties[name], value, titleOf)
  expect(say('way', 1)).toBe('快')
  expect(say('fee', 123_456)).toBe('1,234.56 元')
  expect(
    say('steps', [
      { who: 1, role: 3 },
      { who: 1, role: 4 },
    ]),
  ).toBe('角色 管理员、角色 #4')
  expect([say('way', undefined), say('steps', [])]).toEqual(['—', '—'])
})
