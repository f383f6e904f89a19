import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import socialSecurity from '../../server/domain/comparison/layouts/socialSecurity.ts'
import { writeLayout } from '../../server/imports/layouts/writeLayout.ts'
import { today } from '../../src/protocol/dates.ts'
import type { adminServer } from './adminServer.ts'
import { sendFiles } from './files.ts'
import { cardOf } from './store/ground.ts'
import { signed } from './testServer.ts'

/** Applications, and bureaus' files that speak of them; the clerk is whoever enters the applications. */
export const comparing = (at: ReturnType<typeof adminServer>, clerk: () => string) => {
  let people = 3000
  /** An application of two with ¥6,000.00 a month and 8 ㎡ each. */
  const apply = async (changes: object = {}) => {
    const [card, other] = [cardOf(++people), cardOf(++people)]
    const name = `申请人${people}`
    const { data, msg } = await at.ask(
      '/api/qualification/add',
      {
        ...{ custom_name: name, card, phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1 },
        ...{ family_size: 2, income: 600_000, housing_area: 8, ...changes },
      },
      clerk(),
    )
    const apply_id: number = data?.apply_id ?? expect.unreachable(msg)
    await at.ask('/api/member/add', { apply_id, name: `配偶${people}`, relation: 1, card: other })
    return { apply_id, name, card, other, mate: `配偶${people}` }
  }
  const send = (bureau: number, bytes: Buffer, { token = at.admin, ...more }: { token?: string; as_of?: string; p_id?: number } = {}) =>
    sendFiles(
      at.server,
      signed({ bureau, as_of: today(), request_id: randomUUID(), ...more }, token, at.server.config.signKey),
      [{ name: '比对结果.txt', bytes }],
      '/api/comparison/compare',
    )
  /** 社保: what each pays on, in fen. */
  const social = (...lines: [card: string, base: number][]): Buffer =>
    writeLayout(
      socialSecurity,
      lines.map(([card, base]) => ({ card, name: '参保人', employer: '上海某公司', base })),
    )
  const doubtsOf = async (apply_id: number, token?: string) =>
    (await at.ask('/api/doubt/index', { apply_id: [apply_id], order: 'created_at' }, token)).data.list
  return { apply, send, social, doubtsOf }
}
