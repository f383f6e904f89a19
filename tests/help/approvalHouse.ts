import { beforeAll } from 'vitest'
import { callsAt } from './calls.ts'
import { PASSWORD } from './realServer.ts'
import { cluster } from './store/cluster.ts'
import { type Answer, md5 } from './testServer.ts'

type Params = Record<string, unknown>

const STAFF = [
  { user_name: 'guanjia', name: '周敏', role: '管家（审批）', permission: [], access: ['audit'] },
  {
    user_name: 'caiwu',
    name: '沈国华',
    role: '财务（审批）',
    permission: ['/api/flow/add', '/api/flow/index', '/api/flow/detail'],
    access: ['audit', 'finance', 'flow'],
  },
]

/** Gives a test file a server of its own with a housekeeper and an accountant: what approvals tell people is told to nobody else's tests. */
export const approvalHouse = (name: string) => {
  const { startNode } = cluster(name)
  let url = ''
  const asAdmin = async (path: string, params: Params): Promise<Answer> => {
    const { call, logIn } = callsAt(url)
    const answer = await call(path, params, await logIn('admin'))
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer
  }
  beforeAll(async () => {
    url = (await startNode()).url
    await asAdmin('/api/project/add', { name: '浦东一期' })
    for (const { user_name, name: person, role, ...rights } of STAFF) {
      const { role_id } = (await asAdmin('/api/role/add', { name: role, ...rights })).data
      await asAdmin('/api/admin/add', { user_name, name: person, role_id, reach: 1, password: md5(PASSWORD) })
    }
  })
  return {
    /** Where it is, from the file's first `beforeAll` on. */
    url: (): string => url,
    asAdmin,
    idOf: async (userName: string): Promise<number> => {
      const { list } = (await asAdmin('/api/admin/index', { page_rows: 100 })).data
      return list.find(({ user_name }: { user_name: string }) => user_name === userName)?.user_id
    },
  }
}
