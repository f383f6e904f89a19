import { sql } from 'kysely'
import { commitOf } from '../../server/domain/waiting/rules/lottery.ts'
import { today } from '../../src/protocol/dates.ts'
import { attach, pdf } from '../help/attachments.ts'
import { lotteryOf, roundOf } from '../help/publicity.ts'
import { addRow, tokenOf } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

/** What the deeds are done with: the server and a project's rows once they are there, and what makes or puts others. */
interface Hand {
  server: () => TestServer
  mine: () => Record<string, number>
  put: (table: string, key: string, id: number, values: Params) => Promise<unknown>
  made: (path: string, params: Params) => Promise<Params>
  addOther: () => Promise<{ user_id: number }>
  vacantRoom: () => Promise<number>
}

/** Params of what is done in the queue, its lists and its lots, each on a record that is in the state for it. */
export const queueDeeds = ({ server, mine, put, made, addOther, vacantRoom }: Hand): Readonly<Record<string, () => Promise<Params>>> => {
  /** Of whom a room is held. */
  const holdingRoom = async (): Promise<Params> => {
    await put('waiting', 'wait_id', mine().waiting ?? 0, { status: 2, org_id: await vacantRoom(), held_until: 2_000_000_000 })
    return {}
  }
  /** A lottery of its own for each deed, in the state that it leaves; those before are over. */
  const lotIn =
    (status: number, more: Params = {}, asked: Params = {}) =>
    async (): Promise<Params> => {
      await sql`update lottery set status = 7, reason = '试'`.execute(server().db)
      await put('waiting', 'wait_id', mine().waiting ?? 0, { status: 1, org_id: null, held_until: null, lottery_no: null })
      const { user_id } = await addOther()
      return { lottery_id: await addRow(server(), 'lottery', lotteryOf(1, user_id, { status, ...more })), ...asked }
    }
  /** Both secrets are open, and the time of the round is over; the other side has named another where `isNamed`. */
  const notHeld = (isNamed: boolean) => async (): Promise<Params> => {
    const { lottery_id } = await lotIn(4, { number_a: null, number_b: null })()
    const next = { round_name: '大乐透', round_at: AFTER }
    const paper = async () => (await attach(server(), await tokenOf(server()), pdf(`公告 ${lottery_id}`), '公告.pdf')).data.file_id
    if (!isNamed) return { lottery_id, ...next, papers: [await paper()] }
    const { user_id } = await addOther()
    await addRow(server(), 'lottery_round', roundOf(Number(lottery_id), user_id, { ...next, p_id: 1, agreed_by: null, text_hash: null }))
    return { lottery_id, ...next }
  }
  const SECRET = 'a-secret-of-an-example'
  const AFTER = 4_000_000_000
  const lotsByHand: [string, () => Promise<Params>][] = [
    [
      '/api/lottery/add',
      async () => {
        const { values, version } = (await made('/api/queueSetting/detail', {})) as { values: Params; version: number }
        await made('/api/queueSetting/save', { ...values, lottery_projects: [1], version })
        return { p_id: 1, supervisor: (await addOther()).user_id }
      },
    ],
    ['/api/lottery/freeze', lotIn(1)],
    ['/api/lottery/round', lotIn(2, { commit_a: null, commit_b: null }, { round_at: AFTER })],
    ['/api/lottery/commit', lotIn(2, { commit_a: null, round_at: AFTER })],
    ['/api/lottery/reveal', lotIn(3, { commit_a: commitOf(SECRET), secret_a: null, round_at: AFTER })],
    ['/api/lottery/enter', lotIn(4)],
    ['/api/lottery/agreeRound', notHeld(true)],
    ['/api/lottery_round/add', notHeld(false)],
    [
      '/api/lottery_round/withdraw',
      async () => {
        await put('lottery_round', 'round_id', mine().lottery_round ?? 0, { status: 1, text_hash: null, proposer: 1, agreed_by: null })
        return {}
      },
    ],
    ['/api/lottery/publish', lotIn(5)],
    ['/api/lottery/cancel', lotIn(1)],
  ]

  return {
    '/api/Waiting/call': async () => {
      const org_id = await vacantRoom()
      await put('waiting', 'wait_id', mine().waiting ?? 0, { status: 1, org_id: null, held_until: null })
      return { org_id, reason: '优先安置' }
    },
    '/api/Waiting/tell': async () => {
      await holdingRoom()
      await put('waiting', 'wait_id', mine().waiting ?? 0, { called_at: 1, noticed_at: null })
      return { told_at: Math.floor(Date.now() / 1000) }
    },
    '/api/Waiting/choose': holdingRoom,
    '/api/Waiting/decline': holdingRoom,
    ...Object.fromEntries(lotsByHand),
    '/api/publication/add': async () => {
      await put('waiting', 'wait_id', mine().waiting ?? 0, { status: 1, org_id: null, held_until: null })
      return { p_id: 1, lottery_id: undefined }
    },
    '/api/publication/publish': async () => {
      await put('publication', 'publication_id', mine().publication ?? 0, { status: 1 })
      return { from_date: today() }
    },
    '/api/publication/extend': async () => {
      await put('publication', 'publication_id', mine().publication ?? 0, { status: 2, from_date: today(), to_date: today() })
      return { to_date: '2099-12-31' }
    },
    '/api/publication/retract': async () => {
      await put('publication', 'publication_id', mine().publication ?? 0, { status: 2, from_date: today(), to_date: today() })
      return {}
    },
    '/api/objection/add': async () => {
      await put('publication', 'publication_id', mine().publication ?? 0, { status: 2, from_date: today(), to_date: '2099-12-31' })
      return {}
    },
    '/api/objection/uphold': async () => {
      await put('objection', 'objection_id', mine().objection ?? 0, { status: 1 })
      return { remedy: 3, priority: undefined }
    },
  }
}
