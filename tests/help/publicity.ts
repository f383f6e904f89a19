import { sql } from 'kysely'
import { today } from '../../src/protocol/dates.ts'
import { addAccount, addRow } from './store/ground.ts'
import type { TestServer } from './testServer.ts'

type Params = Record<string, unknown>

/** Whatever any state of a lottery asks for; the administrator operates it. */
export const lotteryOf = (p_id: number, supervisor: number, changes: Params = {}): Params => ({
  ...{ title: '第一批摇号', p_id, room_type: 1, classes: [1, 2], operator: 1, supervisor, reason: '试' },
  ...{ pool_hash: 'a', program_hash: 'a', frozen_at: 1, commit_a: 'a', commit_b: 'b', secret_a: 'a', secret_b: 'b' },
  ...{ round_name: '双色球', round_at: 1, round_number: '1', seed: 'a' },
  ...changes,
})

/** Another round for a lottery, with all that any of its states asks for. */
export const roundOf = (lottery_id: number, proposer: number, changes: Params = {}): Params => ({
  ...{
    lottery_id,
    former_name: '双色球',
    former_at: 1,
    round_name: '大乐透',
    round_at: 4_000_000_000,
    reason: '停售',
    papers: [],
    proposer,
  },
  ...{ agreed_by: 1, agreed_at: 2, text_hash: 'a' },
  ...changes,
})

/** A list, an objection to it and a lottery of a queue, with all that any of their states asks for. */
export const addPublicity = async (server: TestServer, p_id: number, wait_id: number, ids: Record<string, number>): Promise<void> => {
  const supervisor = await addAccount(server, `watcher${p_id}`, [])
  const lottery_id = await addRow(server, 'lottery', lotteryOf(p_id, supervisor))
  const told = { receipt: `LH${p_id}`, priority: 2, wait_id, p_id }
  const lottery_row = await addRow(server, 'lottery_row', { lottery_id, ...told })
  const lottery_round = await addRow(server, 'lottery_round', roundOf(lottery_id, supervisor, { p_id }))
  const days = { from_date: today(), to_date: '2099-12-31' }
  const list = { title: '名册', kind: 1, p_id, room_type: 1, list_hash: 'a', reason: '试', ...days }
  const publication_id = await addRow(server, 'publication', list)
  for (const [resource, id] of [
    ['publication', publication_id],
    ['lottery', lottery_id],
    ['lottery_round', lottery_round],
  ] as const)
    await sql`insert into published_text (resource, record_id, content) values (${resource}, ${id}, 'a')`.execute(server.db)
  const row = { publication_id, number: 1, masked_name: '申*', room_type: 1, ...told }
  const row_id = await addRow(server, 'publication_row', row)
  const objector = { objector: '异议人', phone: '13812345678', matter: '有房', answer: '属实', answered_at: 1, remedy: 3 }
  const objection = await addRow(server, 'objection', { publication_id, row_id, wait_id, p_id, ...objector })
  Object.assign(ids, { lottery: lottery_id, lottery_row, lottery_round, publication: publication_id, publication_row: row_id, objection })
}
