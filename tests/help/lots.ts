import { sql } from 'kysely'
import type { AdminServer } from './adminServer.ts'
import { addAccount, addRow, cardOf, tokenOf } from './store/ground.ts'
import type { Answer } from './testServer.ts'

type Params = Record<string, unknown>

export const SECRETS = { a: 'secret-of-the-operator', b: 'secret-of-the-supervisor' } as const
export const ROUND = '03 05 12 18 27 33 09'

let people = 0

/** Someone who waits in project 1, as it is said. */
export const waits = (at: AdminServer, changes: Params = {}): Promise<number> => {
  people += 1
  return addRow(at.server, 'waiting', {
    ...{ custom_name: `候${people}`, card: cardOf(people), phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 },
    qualified_at: 1_760_000_000 + people,
    ...changes,
  })
}

/** What a lottery of a test is done with: the administrator operates it, another watches. */
export interface Lots {
  supervisor: string
  /** Adds one, of both classes, and gives its key. */
  add: (changes?: Params) => Promise<number>
  deed: (name: string, lottery_id: number, params?: Params, token?: string) => Promise<Answer>
  detail: (lottery_id: number) => Promise<Params>
  /** Takes it as far as a state, by the calls that staff make. */
  upTo: (lottery_id: number, state: 'frozen' | 'committed' | 'revealed' | 'drawn' | 'published') => Promise<void>
  /** Has the round's time come. */
  roundIsOver: (lottery_id: number) => Promise<void>
}

/** Gives what does lotteries on a server: project 1 and 2 are ordered by lot from now on. */
export const lotsOn = async (at: AdminServer): Promise<Lots> => {
  const watcher = await addAccount(at.server, 'watcher', ['*'])
  const supervisor = await tokenOf(at.server, watcher)
  const setting = (await at.ask('/api/queueSetting/detail')).data
  const values = { hold_days: 7, lapse_counts: 1, most_declines: 3, objection_days: 7, lottery_projects: [1, 2] }
  const saved = await at.ask('/api/queueSetting/save', { ...values, version: setting.version })
  if (saved.code !== 200) throw new Error(saved.msg)
  const deed: Lots['deed'] = (name, lottery_id, params = {}, token) => at.ask(`/api/lottery/${name}`, { lottery_id, ...params }, token)
  const sure = async (...asked: Parameters<Lots['deed']>): Promise<void> => {
    const answer = await deed(...asked)
    if (answer.code !== 200) throw new Error(`${asked[0]}: ${answer.msg}`)
  }
  const roundIsOver = async (lottery_id: number): Promise<void> => {
    await sql`update lottery set round_at = epoch_now() - 10 where lottery_id = ${lottery_id}`.execute(at.server.db)
  }
  const steps = [
    ['frozen', (id: number) => sure('freeze', id)],
    [
      'committed',
      async (id: number) => {
        await sure('round', id, { round_name: '双色球第 2026140 期', round_at: Math.floor(Date.now() / 1000) + 3600 })
        await sure('commit', id, { secret: SECRETS.a })
        await sure('commit', id, { secret: SECRETS.b }, supervisor)
      },
    ],
    [
      'revealed',
      async (id: number) => {
        await sure('reveal', id, { secret: SECRETS.a })
        await sure('reveal', id, { secret: SECRETS.b }, supervisor)
      },
    ],
    [
      'drawn',
      async (id: number) => {
        await roundIsOver(id)
        await sure('enter', id, { round_number: ROUND })
        await sure('enter', id, { round_number: ROUND }, supervisor)
      },
    ],
    ['published', (id: number) => sure('publish', id)],
  ] as const
  return {
    supervisor,
    deed,
    roundIsOver,
    add: async (changes = {}) => {
      const { code, msg, data } = await at.ask('/api/lottery/add', {
        ...{ title: '第一批一室摇号', p_id: 1, room_type: 1, classes: [1, 2], supervisor: watcher },
        ...changes,
      })
      if (code !== 200) throw new Error(msg)
      return data.lottery_id
    },
    detail: async (lottery_id) => (await at.ask('/api/lottery/detail', { lottery_id })).data,
    upTo: async (id, state) => {
      for (const [name, step] of steps) {
        await step(id)
        if (name === state) return
      }
    },
  }
}
