import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { approving } from '../../help/approving.ts'
import { attach, pdf } from '../../help/attachments.ts'
import { publishScreen } from '../../help/declared/screens.ts'
import { permit } from '../../help/store/ground.ts'

const at = approving()
const { people, tokens, call, detail, decide } = at
let seed = 0

/** Permits with a paper each; one is let out, with another paper, when bob agrees. */
const permits = (): Resource =>
  ({
    name: 'exitpass',
    label: '放行单',
    path: '/screens/exitpass',
    access: 'screen_exitpass',
    key: 'pass_id',
    title: 'name',
    columns: {
      pass_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', required: true, max: 40, filter: true },
      papers: { label: '附件', is: 'files' },
      proof: { label: '证明', is: 'files' },
      state: { label: '状态', filter: true },
    },
    form: ['name', 'papers'],
    states: { column: 'state', of: { s1: { code: 1, label: '待用' }, s2: { code: 2, label: '已放行', ends: true } }, first: 's1' },
    dialogs: {
      release: {
        title: '放行',
        type: 'object',
        properties: {
          proof: {
            type: 'array',
            title: '证明',
            'x-is': 'files',
            maxItems: 2,
            items: { type: 'integer', minimum: 1, maximum: 2147483647 },
          },
        },
        additionalProperties: false,
      },
    },
    actions: {
      release: {
        label: '放行',
        on: 'row',
        can: '/api/exitpass/release',
        opens: 'release',
        from: 's1',
        to: 's2',
        approves: { steps: [{ way: 1, who: 2, user_id: people.bob }] },
      },
    },
  }) as unknown as Resource

const sent = async (token: string, name: string): Promise<number> => (await attach(at.server, token, pdf(`${++seed}`), name)).data.file_id
const fetched = async (path: string, token: string): Promise<number> =>
  (await fetch(at.server.url + path, { headers: { cookie: `token=${token}` } })).status

beforeAll(async () => {
  expect((await publishScreen(at.server, at.admin, permits())).answer).toMatchObject({ code: 200 })
  await permit(at.server, people.ann, ['/api/upload/index', '/api/exitpass/release', '/api/exitpass/index', 'key:audit'])
})

test('who has to decide gets what was submitted and what the record had, and nobody else; the record has it when it is done', async () => {
  const paper = await sent(at.admin, '原件.pdf')
  const { pass_id } = (await call('/api/exitpass/add', { name: '证', papers: [paper] }, at.admin)).data
  const proof = await sent(tokens.ann, '证明.pdf')
  const foreign = await sent(at.admin, '别人的.pdf')
  expect(await call('/api/exitpass/release', { pass_id, proof: [foreign] }, tokens.ann)).toMatchObject({ code: 400 })
  const answer = await call('/api/exitpass/release', { pass_id, proof: [proof] }, tokens.ann)
  expect(answer).toMatchObject({ code: 200 })
  const id = answer.data.audit_ids[0]
  const [given, had] = [`/files/attachments/my_audit/${id}/${proof}`, `/files/attachments/my_audit/${id}/${paper}`]
  expect(await detail(id, 'bob')).toMatchObject({
    files: [proof],
    files_files: [{ name: '证明.pdf', url: given }],
    record_files_files: [{ name: '原件.pdf', url: had }],
  })
  const record = `/files/attachments/exitpass/${pass_id}`
  for (const path of [given, had]) {
    expect([await fetched(path, tokens.bob), await fetched(path, tokens.ann)]).toEqual([200, 200])
    expect([await fetched(path, tokens.mal), await fetched(path, at.admin)]).toEqual([404, 404])
  }
  expect([await fetched(`${record}/${paper}`, tokens.bob), await fetched(`${record}/${proof}`, tokens.ann)]).toEqual([404, 404])
  expect((await decide('agree', id, 'bob')).code).toBe(200)
  expect((await call('/api/exitpass/detail', { pass_id }, at.admin)).data).toMatchObject({ proof: [proof], state: 2 })
  expect([await fetched(`${record}/${proof}`, tokens.ann), await fetched(`${record}/${proof}`, tokens.bob)]).toEqual([200, 404])
})
