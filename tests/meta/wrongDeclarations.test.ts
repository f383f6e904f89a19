import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseAst } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineOf, type Parse } from '../../server/declarations/lineOf.ts'
import { declarationProblems } from '../../src/declared/problems.ts'
import { buildCopy, type ProjectCopy } from '../help/projectCopy.ts'

const wrong = `import { defineResource } from '../core/resource.ts'
import { wrongForm } from '../schemas/wrong.ts'

export default defineResource({
  name: 'wrong',
  label: '写错的',
  key: 'wrong_id',
  columns: {
    wrong_id: { label: '编号', is: 'int' },
    name: { label: '名称', is: 'phon' as 'phone' },
  },
  dialogs: { add: wrongForm },
})
`
const form = `import { defineForm } from '../core/form.ts'

const name = { type: 'string', title: '名称', maxLength: 9, 'x-when': { nme: 1 } } as const

export const wrongForm = defineForm({
  title: '新增',
  type: 'object',
  properties: {
    name,
    kind: {
      type: 'integer',
      title: '种类',
      'x-lookup': { call: '/api/kind/indx', value: 'id', label: 'name' },
      oneOf: [{ const: 1, title: '一', note: '多' } as { const: 1; title: '一' }],
    },
  },
  additionalProperties: false,
})
`
const page = `import { definePage } from '../core/page.ts'

export default definePage({
  name: 'lost',
  label: '找不到',
  path: '/lost',
  access: null,
  screen: 'romMap',
})
`

describe('a mistake is told with the file that has it, and the line', () => {
  const whole = { title: '新增', type: 'object', properties: { name: { type: 'string', title: '名称' } }, additionalProperties: false }
  const declaration = { name: 'thing', label: '物', key: 'id', columns: { id: { label: '编号', is: 'int' }, name: { label: '名' } } }
  test('also where it is in a form, a part of one, or a form that nothing opens', () => {
    const shared = { type: 'string', title: '手机', maxlength: 9 }
    const composed = { ...whole, properties: { phone: shared } }
    const found = declarationProblems(
      null,
      { 'src/resources/thing.ts': { ...declaration, dialogs: { add: whole } } },
      {
        '../schemas/thing.ts': { thingForm: whole, twice: composed },
        '../schemas/common.ts': { shared },
        '../schemas/lonely.ts': { lonely: { ...whole, properties: {}, required: ['nme'] } },
      },
    )
    expect(found.map(({ id, file, at }) => [id, file, at])).toEqual([
      ['R120', 'src/schemas/thing.ts', 'thingForm.properties.name.maxLength'],
      ['R101', 'src/schemas/common.ts', 'shared.maxlength'],
      ['R110', 'src/schemas/lonely.ts', 'lonely.required'],
    ])
  })
  test.each([
    ['src/schemas/wrong.ts', form, 'wrongForm.properties.name.x-when', 3],
    ['src/schemas/wrong.ts', form, 'wrongForm.properties.kind.x-lookup.call', 13],
    ['src/schemas/wrong.ts', form, 'wrongForm.properties.kind.oneOf[0].note', 14],
    ['src/schemas/wrong.ts', form, 'wrongForm.required', 5],
    ['src/resources/wrong.ts', wrong, 'columns.name.is', 10],
    ['src/resources/wrong.ts', wrong, 'columns.name.of', 10],
    ['src/resources/wrong.ts', wrong, '', 4],
  ])('%s › %s', (file, source, at, line) => {
    expect(lineOf(source, { file, at, id: 'R101', message: '' }, parseAst as Parse)).toBe(line)
  })
})

describe('a project with wrong declarations', () => {
  let copy: ProjectCopy
  beforeAll(() => {
    const files = { 'src/resources/wrong.ts': wrong, 'src/resources/lost.ts': page, 'src/schemas/wrong.ts': form }
    copy = buildCopy('wrong-declarations', files, 'server')
  })
  afterAll(() => copy?.remove())

  test('does not start, and says what is wrong in the words of the check', () => {
    const [started, checked] = ['main.js', 'check.js'].map((entry) =>
      spawnSync(process.execPath, [resolve(copy.out, 'server', entry)], { cwd: resolve(copy.out, '..'), encoding: 'utf8' }),
    )
    expect([started?.status, checked?.status, started?.stderr]).toEqual([1, 1, ''])
    expect(started?.stdout).toBe(checked?.stdout)
    expect(started?.stdout.split('\n').map((line) => line.split('：')[0])).toEqual([
      '声明有误，共 3 处',
      'R110 src/resources/lost.ts:8 › screen',
      'R105 src/resources/wrong.ts:10 › columns.name.is',
      'R101 src/schemas/wrong.ts:14 › wrongForm.properties.kind.oneOf[0].note',
      '',
    ])
  })
})
