import { expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { lot, parking, publishScreen } from '../../help/declared/screens.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { call } = at

/** A screen that names itself wherever one can. */
const named = (): Resource => {
  const { columns, actions, dialogs } = parking({}, 'lots')
  const own = { label: '相邻车位', is: 'ref', of: 'lots', filter: true, was: ['beside'] }
  const lookup = { call: '/api/lots/choose', value: 'lots_id', label: 'lot' }
  const { lot_id: _key, ...others } = columns
  const asked = (dialogs as Record<string, { properties: object }>).let
  return parking(
    {
      key: 'lots_id',
      columns: { lots_id: { label: '编号', is: 'int', list: 'never' }, ...others, near: own } as never,
      dialogs: {
        let: {
          ...asked,
          properties: { ...asked?.properties, near: { type: 'integer', title: '相邻', minimum: 0, maximum: 9, 'x-lookup': lookup } },
        },
      } as never,
      has: [{ label: '相邻的', resource: 'lots', by: 'near' }] as never,
      prints: { slip: { label: '单', letters: 'QWZ', paper: 'A4', text: '{lot}\n{lots.near:lot}' } },
      actions: { ...actions, slip: { label: '打印', on: 'row', can: '/api/lots/slip', prints: 'slip' } } as never,
    },
    'lots',
  )
}

test('a copy is a draft of its own: it names itself where the first names itself, and all else is alike', async () => {
  const { id, answer } = await publishScreen(at.server, at.admin, named())
  expect(answer).toMatchObject({ code: 200, msg: '' })
  await call('/api/lots/add', lot('A-1'))
  const copied = await call('/api/screen/copy', { screen_id: id, label: '车位二', name: 'places' })
  expect(copied).toMatchObject({ code: 200 })
  const { screen_id } = copied.data
  const { data } = await call('/api/screen/draft', { screen_id })
  expect(data).toMatchObject({ name: 'places', label: '车位二', state: 1, no: null, problems: [] })
  const { was: _was, ...near } = named().columns.near as never as { was: string[] }
  const expected = JSON.parse(
    JSON.stringify({ ...named(), columns: { ...named().columns, near } })
      .replaceAll('lots_id', 'places_id')
      .replaceAll('/api/lots/', '/api/places/')
      .replaceAll('"lots"', '"places"')
      .replaceAll('screen_lots', 'screen_places')
      .replaceAll('/screens/lots', '/screens/places')
      .replaceAll('{lots.', '{places.')
      .replace('QWZ', 'QWZA')
      .replace('车位登记', '车位二'),
  )
  expect(data.draft).toEqual(expected)
  expect(Object.keys(data.draft.columns)).toEqual(Object.keys(expected.columns))
  expect(await call('/api/screen/publish', { screen_id })).toMatchObject({ code: 200 })
  expect((await call('/api/places/index', {})).data.list).toEqual([])
  expect((await call('/api/lots/index', {})).data.list).toHaveLength(1)
})

test('a code that is taken, a draft that is none, and who may not are refused', async () => {
  const { data } = await call('/api/screen/add', { name: 'source', label: '源' })
  const copy = (name: string, token = at.admin) => call('/api/screen/copy', { screen_id: data.screen_id, label: '抄', name }, token)
  expect(await copy('source')).toMatchObject({ code: 409, msg: '已有这个代码的页面，请换一个' })
  expect(await copy('setting')).toMatchObject({ code: 400, data: { field: 'name' } })
  expect(await copy('Big')).toMatchObject({ code: 400, data: { field: 'name' } })
  expect(await call('/api/screen/copy', { screen_id: 99_999, label: '抄', name: 'nothing' })).toMatchObject({ code: 404 })
  const reader = await tokenOf(at.server, await addAccount(at.server, 'copy_reader', ['/api/screen/index', '/api/screen/save']))
  expect(await copy('readers', reader)).toMatchObject({ code: 403 })
  await call('/api/screen/save', { screen_id: data.screen_id, version: 1, declaration: '{"name":"source","columns":"none"}' })
  expect(await copy('broken')).toMatchObject({ code: 409, msg: expect.stringContaining('写法有误') })
})

test('the codes that are taken are those of the system, of what is published and of drafts, for who may add', async () => {
  const { data } = await call('/api/screen/taken')
  for (const name of ['org', 'setting', 'lots', 'source']) expect(data.taken).toContain(name)
  const reader = await tokenOf(at.server, await addAccount(at.server, 'taken_reader', ['/api/screen/index']))
  expect(await call('/api/screen/taken', {}, reader)).toMatchObject({ code: 403 })
})
