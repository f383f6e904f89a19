import { defineForm, type FormValue } from '../../src/core/form.ts'
import { defineResource } from '../../src/core/resource.ts'
import { defineSetting } from '../../src/core/setting.ts'

/** Compiled, never run: each wrong declaration must be an error of the compiler, at the wrong word. What is right stands first. */
const columns = {
  id: { label: '编号', is: 'int' },
  name: { label: '名称' },
  status: { label: '状态', is: 'enum', of: { 1: '启用' } },
} as const
const dialog = defineForm({
  title: '改名',
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', title: '名称', maxLength: 20 } },
  additionalProperties: false,
})

export const right = defineResource({
  name: 'thing',
  label: '物品',
  key: 'id',
  columns,
  sort: ['name', 'asc'],
  form: ['name'],
  dialogs: { rename: dialog },
  actions: {
    rename: { label: '改名', on: 'row', can: '/api/thing/rename', opens: 'rename' },
    stop: { label: '停用', on: 'row', can: '/api/thing/stop', when: { status: 1 }, set: { status: 2 } },
  },
})

const parking = defineSetting({
  name: 'parking',
  label: '停车设置',
  path: '/parking',
  access: null,
  changes: '停车费',
  form: defineForm({
    title: '停车设置',
    type: 'object',
    properties: {
      fee: { type: 'integer', title: '停车费', default: 1 },
      kind: { type: 'integer', title: '车型', oneOf: [{ const: 1, title: '轿车' }] },
    },
    required: ['fee'],
    additionalProperties: false,
  }),
})
/** A setting is read in the types of its form. */
export const read: (setting: FormValue<typeof parking.form>) => [number, 1 | undefined] = ({ fee, kind }) => [fee, kind]
// @ts-expect-error a field that the form does not have
export const misread = (setting: FormValue<typeof parking.form>) => setting.price

export const wrong = [
  // @ts-expect-error a setting that does not say what it changes
  defineSetting({ name: 'parking', label: '停车设置', path: '/parking', access: null, form: parking.form }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    // @ts-expect-error a word that no column has
    columns: { id: { label: '编号', is: 'int', fitler: true } },
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    // @ts-expect-error a word that no declaration has
    titel: 'id',
    columns,
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    // @ts-expect-error a key that is no column
    key: 'idd',
    columns,
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    columns,
    // @ts-expect-error a sort on no column
    sort: ['naem', 'asc'],
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    columns,
    // @ts-expect-error a `when` on no column
    actions: { stop: { label: '停用', on: 'row', can: '/api/thing/stop', when: { statu: 1 }, set: { status: 2 } } },
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    columns,
    // @ts-expect-error a `set` on no column
    actions: { stop: { label: '停用', on: 'row', can: '/api/thing/stop', when: { status: 1 }, set: { statu: 2 } } },
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    columns,
    // @ts-expect-error an action without `can`: nothing is open by default
    actions: { stop: { label: '停用', on: 'row', set: { status: 2 } } },
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    // @ts-expect-error an unknown `is`
    columns: { id: { label: '编号', is: 'integer' } },
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    columns,
    // @ts-expect-error a form entry that is no column
    form: ['name', 'naem'],
  }),
  defineResource({
    name: 'thing',
    label: '物品',
    key: 'id',
    columns,
    dialogs: { rename: dialog },
    // @ts-expect-error `opens` of no dialog
    actions: { rename: { label: '改名', on: 'row', can: '/api/thing/rename', opens: 'renam' } },
  }),
  defineForm({
    title: '改名',
    type: 'object',
    // @ts-expect-error a `required` that is no property
    required: ['naem'],
    properties: { name: { type: 'string', title: '名称', maxLength: 20 } },
    additionalProperties: false,
  }),
]
