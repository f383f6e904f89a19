import type { Resource } from '../../../src/core/resource.ts'
import type { Answer, TestServer } from '../testServer.ts'

/** Parking lots as an admin declares them: every common kind, a filter of each match, a state with actions, a dialog of its own. */
export const parking = (changes: Partial<Resource> = {}, name = 'parking'): Resource =>
  ({
    name,
    label: '车位登记',
    path: `/screens/${name}`,
    menu: { group: '自定义', order: 900 },
    access: `screen_${name}`,
    key: 'lot_id',
    title: 'lot',
    columns: {
      lot_id: { label: '编号', is: 'int', list: 'never' },
      lot: { label: '车位号', is: 'code', max: 20, required: '车位号必填', unique: true, filter: true, sort: true },
      owner: { label: '车主', max: 40, filter: true },
      plate: { label: '车牌', max: 10, filter: 'more' },
      phone: { label: '手机号', is: 'phone', filter: 'more' },
      rent: { label: '月租', is: 'fen', required: true, filter: true, sort: true },
      since: { label: '起租日', is: 'date', filter: 'more' },
      state: {
        label: '状态',
        is: 'enum',
        of: { 1: '空闲', 2: '已租', 3: '停用' },
        tones: { 1: 'good', 2: 'info', 3: 'quiet' },
        default: 1,
        filter: true,
        fixed: true,
      },
      p_id: { label: '项目', is: 'ref', of: 'project', filter: true },
      note: { label: '备注', is: 'note' },
    },
    sort: ['lot', 'asc'],
    form: ['lot', 'rent', 'p_id', 'since', 'note'],
    dialogs: {
      let: {
        title: '出租',
        type: 'object',
        properties: {
          owner: { type: 'string', title: '车主', maxLength: 40, 'x-msg': { required: '车主必填' } },
          plate: {
            type: 'string',
            title: '车牌',
            maxLength: 10,
            pattern: '^[A-Z0-9]{2,10}$',
            'x-msg': { pattern: '车牌须为大写字母和数字' },
          },
        },
        required: ['owner'],
        additionalProperties: false,
      },
    },
    actions: {
      let: { label: '出租', on: 'row', can: `/api/${name}/let`, opens: 'let', when: { state: 1 }, set: { state: 2 } },
      stop: { label: '停用', on: 'rows', can: `/api/${name}/stop`, when: { state: [1, 2] }, set: { state: 3 }, confirm: '所选车位停用' },
    },
    ...changes,
  }) as Resource

/** A lot as staff type it. */
export const lot = (code: string, changes: object = {}) => ({ lot: code, rent: 30_000, p_id: 1, ...changes })

/** Repairs of rooms, each after another repair, by several members of staff, with a dialog of its own that asks for a room. */
export const repair = (changes: Partial<Resource> = {}, name = 'mending'): Resource =>
  ({
    name,
    label: '维修',
    path: `/screens/${name}`,
    access: `screen_${name}`,
    key: 'mending_id',
    title: 'what',
    columns: {
      mending_id: { label: '编号', is: 'int', list: 'never' },
      what: { label: '内容', required: true, filter: true },
      room: { label: '房间', is: 'ref', of: 'org' },
      after: { label: '接着哪次', is: 'ref', of: name },
      also: { label: '相关房间', is: 'refs', of: 'org' },
      state: { label: '状态', is: 'enum', of: { 1: '新', 2: '转' }, default: 1, fixed: true },
    },
    form: ['what', 'room', 'after', 'also'],
    dialogs: {
      move: {
        title: '转到',
        type: 'object',
        properties: { room: { type: 'integer', title: '房间', 'x-is': 'ref', minimum: 1, maximum: 2_147_483_647 } },
        additionalProperties: false,
      },
    },
    actions: { move: { label: '转到', on: 'row', can: `/api/${name}/move`, opens: 'move', set: { state: 2 }, confirm: false } },
    ...changes,
  }) as Resource

/** Makes a screen of this declaration as an admin does, and publishes it; gives its id and the answer of the publication. */
export const publishScreen = async (server: TestServer, token: string, declaration: Resource): Promise<{ id: number; answer: Answer }> => {
  const { name, label } = declaration
  const made = await server.call('/api/screen/add', { name, label }, token)
  if (made.code !== 200) throw new Error(made.msg)
  const id = made.data.screen_id as number
  return { id, answer: await saveAndPublish(server, token, id, declaration) }
}

/** Saves a declaration as the draft of a screen and publishes it. */
export const saveAndPublish = async (server: TestServer, token: string, id: number, declaration: unknown): Promise<Answer> => {
  const { data } = await server.call('/api/screen/draft', { screen_id: id }, token)
  const saved = await server.call(
    '/api/screen/save',
    { screen_id: id, version: data.version, declaration: JSON.stringify(declaration) },
    token,
  )
  if (saved.code !== 200) return saved
  return server.call('/api/screen/publish', { screen_id: id, version: saved.data.version, note: '测试' }, token)
}
