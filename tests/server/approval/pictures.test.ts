import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { approving } from '../../help/approving.ts'
import { publishScreen } from '../../help/declared/screens.ts'
import { upload } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { permit, tokenOf } from '../../help/store/ground.ts'

const at = approving()
const { people, tokens, call, setSteps, submitted, detail, decide } = at
let seed = 40

/** Permits with a photo each; a permit is let out when bob agrees. */
const permits = (): Resource =>
  ({
    name: 'gatepass',
    label: '出门证',
    path: '/screens/gatepass',
    access: 'screen_gatepass',
    key: 'pass_id',
    title: 'name',
    columns: {
      pass_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', required: true, max: 40, filter: true },
      photos: { label: '照片', is: 'images', max: 6, list: false },
      state: { label: '状态', filter: true },
    },
    form: ['name', 'photos'],
    states: { column: 'state', of: { s1: { code: 1, label: '待用' }, s2: { code: 2, label: '已放行', ends: true } }, first: 's1' },
    actions: {
      release: {
        label: '放行',
        on: 'row',
        can: '/api/gatepass/release',
        from: 's1',
        to: 's2',
        confirm: false,
        approves: { steps: [{ way: 1, who: 2, user_id: people.bob }] },
      },
    },
  }) as unknown as Resource

const uploaded = async (token: string): Promise<number> => {
  const { buffer } = await picture('a', 'jpeg', ++seed)
  return (await upload(at.server, token, buffer)).data.img_id
}
interface Told {
  img_id: number
  url: string
  thumb: string
}
const told = async (img_id: number, token: string): Promise<Told[]> => (await call('/api/upload/info', { img_ids: [img_id] }, token)).data
const fetched = async (path: string, token: string): Promise<number> =>
  (await fetch(at.server.url + path, { headers: { cookie: `token=${token}` } })).status
/** Whether someone gets the picture itself, in both sizes. */
const gets = async (img_id: number, token: string): Promise<boolean> => {
  const [one] = await told(img_id, token)
  if (!one) return false
  expect([await fetched(one.url, token), await fetched(one.thumb, token)]).toEqual([200, 200])
  return true
}

beforeAll(async () => {
  const codes = ['/api/upload/index', '/api/flow/add', '/api/flow/index', 'key:audit']
  await permit(at.server, people.ann, codes)
})

test('the pictures of a submission are for whoever is or was asked, of whatever project, and for nobody else', async () => {
  await setSteps([
    { who: 2, user_id: people.bob },
    { who: 2, user_id: people.eve },
  ])
  // Bob and mal keep no code but the list of what is theirs; eve answers for another project.
  for (const name of ['bob', 'mal'] as const) await permit(at.server, people[name], ['key:audit'])
  const img_id = await uploaded(tokens.ann)
  expect(await gets(img_id, tokens.bob)).toBe(false)
  const id = await submitted({ imgs: [img_id] })
  expect((await detail(id, 'bob')).imgs).toEqual([img_id])
  const who = async () => ({
    ...{ ann: await gets(img_id, tokens.ann), bob: await gets(img_id, tokens.bob) },
    ...{ eve: await gets(img_id, tokens.eve), mal: await gets(img_id, tokens.mal) },
  })
  expect(await who()).toEqual({ ann: true, bob: true, eve: false, mal: false })
  expect((await decide('hand', id, 'bob', { user_id: people.mal })).code).toBe(200)
  expect(await who()).toEqual({ ann: true, bob: true, eve: false, mal: true })
  expect((await decide('agree', id, 'mal')).code).toBe(200)
  expect(await who()).toEqual({ ann: true, bob: true, eve: true, mal: true })
  expect((await decide('refuse', id, 'eve', { opinion: '不必' })).code).toBe(200)
  expect(await who()).toEqual({ ann: true, bob: true, eve: true, mal: true })
})

test('an address is of its session, its picture and its size; what is made up of one opens nothing', async () => {
  await setSteps([{ who: 2, user_id: people.bob }])
  const [img_id, other] = [await uploaded(tokens.ann), await uploaded(tokens.ann)]
  await submitted({ imgs: [img_id] })
  const [given] = await told(img_id, tokens.bob)
  const url = given?.url ?? ''
  expect(await fetched(url, tokens.bob)).toBe(200)
  const sign = new URLSearchParams(url.split('?')[1]).get('sign') ?? ''
  const turned = (sign.startsWith('A') ? 'B' : 'A') + sign.slice(1)
  const tries: [string, string][] = [
    [url, tokens.mal],
    [url, await tokenOf(at.server, people.bob)],
    [url.replace(`/${img_id}/`, `/${other}/`), tokens.bob],
    [url.replace('/full?', '/thumb?'), tokens.bob],
    [url.replace(sign, turned), tokens.bob],
    [url.replace(/until=\d+/, 'until=4000000000'), tokens.bob],
    [`/files/${img_id}/full`, tokens.bob],
  ]
  for (const [path, token] of tries) expect([path, await fetched(path, token)]).toEqual([path, 404])
  expect(await told(other, tokens.bob)).toEqual([])
  expect((await fetch(at.server.url + url)).status).toBe(401)
})

test('what the record itself shows goes along with the submission, as far as its applicant sees it', async () => {
  expect((await publishScreen(at.server, at.admin, permits())).answer).toMatchObject({ code: 200 })
  const photo = await uploaded(at.admin)
  const made = async (): Promise<number> =>
    (await call('/api/gatepass/add', { name: `证${++seed}`, photos: [photo] }, at.admin)).data.pass_id
  const release = async (pass_id: number): Promise<number> => {
    const answer = await call('/api/gatepass/release', { pass_id }, tokens.ann)
    expect(answer).toMatchObject({ code: 200 })
    return answer.data.audit_ids[0]
  }
  const unseen = ['/api/gatepass/release', 'key:audit']
  await permit(at.server, people.ann, unseen)
  const blind = await release(await made())
  expect([await gets(photo, tokens.ann), await gets(photo, tokens.bob)]).toEqual([false, false])
  expect(await detail(blind, 'bob')).toMatchObject({ record_imgs: [] })

  await permit(at.server, people.ann, [...unseen, '/api/gatepass/index', '/api/gatepass/detail', 'key:screen_gatepass'])
  const id = await release(await made())
  expect(await detail(id, 'bob')).toMatchObject({ imgs: [], record_imgs: [photo] })
  expect([await gets(photo, tokens.bob), await gets(photo, tokens.mal)]).toEqual([true, false])
  // Of all submissions the list gives no more than what was submitted: the record is for those whose task it was.
  await permit(at.server, people.mal, ['/api/audit/index', '/api/audit/detail', 'key:audit'])
  expect((await call('/api/audit/detail', { audit_id: id }, tokens.mal)).data).not.toHaveProperty('record_imgs')
  expect(await gets(photo, tokens.mal)).toBe(false)
  expect((await decide('agree', id, 'bob')).code).toBe(200)
  expect(await gets(photo, tokens.bob)).toBe(true)
})
