import { checkResources, type FileProblem } from '../../../src/core/check/checkResources.ts'

export type Declaration = Record<string, unknown>

/** A declaration without a mistake; each case below spoils one place of it. */
export const right = (): Declaration => ({
  name: 'thing',
  label: '物品',
  path: '/things',
  menu: { order: 1, icon: 'list' },
  access: null,
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '编号', is: 'int' },
    name: { label: '名称', filter: true, sort: true },
    status: { label: '状态', is: 'enum', of: { 1: '正常', 2: '停用' }, filter: true },
    owner: { label: '所有者', is: 'ref', of: 'thing' },
    owner_name: { label: '所有者名称', via: 'owner.name' },
    note: { label: '备注', is: 'note' },
  },
  sort: ['name', 'asc'],
  form: ['name', 'note'],
  dialogs: {
    rename: {
      title: '改名',
      type: 'object',
      properties: { name: { type: 'string', title: '名称', maxLength: 20 } },
      required: ['name'],
      additionalProperties: false,
    },
  },
  actions: {
    rename: { label: '改名', on: 'row', can: '/api/thing/rename', opens: 'rename' },
    stop: { label: '停用', on: 'rows', can: '/api/thing/stop', when: { status: 1 }, set: { status: 2 }, confirm: '将停用' },
  },
})

/** A declaration with a life, without a mistake: from its first state by actions, and by the system, to its end. */
export const living = (): Declaration => ({
  ...right(),
  columns: { ...(right().columns as Declaration), state: { label: '办理', filter: true } },
  states: {
    column: 'state',
    of: { fresh: { code: 1, label: '新' }, taken: { code: 2, label: '已接' }, done: { code: 3, label: '办结', ends: true } },
    first: 'fresh',
    sets: { open: ['fresh', 'taken'] },
    moves: { lapse: { label: '期满', from: 'taken', to: 'fresh' } },
    requires: { taken: ['owner'] },
  },
  actions: {
    take: { label: '接', on: 'row', can: '/api/thing/take', from: 'fresh', to: 'taken', confirm: '接下' },
    finish: { label: '办结', on: 'row', can: '/api/thing/finish', from: 'taken', to: 'done', confirm: '办结' },
  },
})

/** Puts a value at a place such as 'columns.name.is'; undefined takes the key away. */
export const spoilt = (place: string, value: unknown, of: () => Declaration = right): Declaration => {
  const whole = of()
  const keys = place.split('.')
  const last = keys.pop() ?? ''
  const inner = keys.reduce<Declaration>((at, key) => at[key] as Declaration, whole)
  if (value === undefined) delete inner[last]
  else inner[last] = value
  return whole
}

/** Gives every mistake of one declaration as of a file. */
export const check = (declaration: unknown): FileProblem[] => checkResources({ 'src/resources/thing.ts': declaration })

/** A field of a dialog that asks for a text. */
export const words = { type: 'string', title: '词', maxLength: 9 }

/** A dialog that asks for these. */
export const asking = (properties: Declaration): Declaration => ({ title: '新增', type: 'object', properties, additionalProperties: false })
