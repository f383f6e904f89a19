import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeTypes } from '../../../server/store/connection/client.ts'
import { kyselyOn } from '../../../server/store/connection/database.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { Office } from '../../help/office.ts'
import { staffDeed } from '../../help/officeDeeds.ts'
import type { Premises } from '../../help/officeDesk.ts'
import { balancesOf, premisesOn, trialOf } from '../../help/premises.ts'
import { ReferenceBook } from '../../help/referenceBook.ts'
import { secondNode } from '../../help/secondNode.ts'
import { BROKEN } from '../../help/store/settlement.ts'
import type { Answer } from '../../help/testServer.ts'

/** So many work at once, each on bills and money of its own. */
const OFFICES = 24
const DEEDS = rounds(30, 80)
/** A million calls where they are proven, which takes about two hours. Another number of stores by ANJU_STORES; each is new, as all that is in it is gone through again when a month is closed. */
const STORES = Number(process.env.ANJU_STORES ?? rounds(1, 44))
const ROUNDS = rounds(2, 12)
/** So often one that is at work loses its connection. */
const CUT_EVERY_MS = 2000
/** Of so many calls one is sent again, although it was answered. */
const AGAIN = 7

/** Ends one that is in the middle of something. */
const CUT = `
  select pg_terminate_backend(pid)
  from (select pid from pg_stat_activity where datname = current_database() and application_name = 'anju' and state <> 'idle' order by random() limit 1) busy`

const AWAY = /^数据库正在恢复/

let all = 0

describe.each(Array.from({ length: STORES }, (_, store) => store + 1))('store %i', (store) => {
  const at = adminServer()
  const second = secondNode(at)
  let pool: pg.Pool
  let premises: Premises
  let [calls, cuts, again] = [0, 0, 0]

  /** Asks the nodes in turn until one answers: what came to nothing, as its connection was cut, is sent again as it was. */
  const ask = async (path: string, params: Record<string, unknown>, nth: number): Promise<Answer> => {
    const send = async (turn: number): Promise<Answer> => {
      for (let n = turn; ; n++) {
        calls += 1
        const answer = await (n % 2 === 0 ? at.call(path, params) : second.send(path, params))
        if (answer.code < 500 || !AWAY.test(answer.msg)) return answer
        again += 1
      }
    }
    const answer = await send(nth)
    expect(answer.code).toBeLessThan(500)
    if (answer.code === 200 && nth % AGAIN === 0) expect(await send(nth + 1)).toEqual(answer)
    return answer
  }

  beforeAll(async () => {
    // What offices look up themselves does not go by the connections that are cut.
    pool = new pg.Pool({ ...at.server.connection, types: storeTypes, max: 4 })
    premises = await premisesOn(at, ask, kyselyOn(pool))
  })
  afterAll(() => pool?.end())

  test('offices at work at once on two nodes, while connections are cut and months are closed and opened: every account is what books kept beside it have, to the fen', async () => {
    let sums = await trialOf(at)
    const before = Object.keys(sums).length
    const round = async (work: readonly Parameters<Office['do']>[0][][], backs: readonly number[]): Promise<void> => {
      const books = work.map(() => new ReferenceBook())
      let isOver = false
      const cutting = setInterval(async () => {
        cuts += (await premises.rows(CUT)).length
      }, CUT_EVERY_MS)
      const accountant = async (): Promise<void> => {
        for (const back of backs) {
          if (isOver) return
          await (back === 0 ? premises.reopen() : premises.close(back))
        }
      }
      const offices = Promise.all(
        work.map(async (deeds, n) => {
          const office = new Office(premises, books[n] as ReferenceBook)
          for (const deed of deeds) await office.do(deed)
        }),
      )
      try {
        await Promise.all([accountant(), offices.finally(() => (isOver = true))])
      } finally {
        clearInterval(cutting)
      }
      // What is earned of all of it is recognised, and all of it is checked.
      await premises.reopen()
      expect(await premises.close(1)).toBe(true)
      for (const book of books) book.recognised()
      sums = balancesOf(
        books.map(({ balances }) => balances),
        sums,
      )
      expect(await trialOf(at)).toEqual(sums)
      expect(await premises.rows(BROKEN)).toEqual([])
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(staffDeed, { minLength: DEEDS, maxLength: DEEDS, size: 'max' }), { minLength: OFFICES, maxLength: OFFICES }),
        fc.array(fc.nat(6), { minLength: 4, maxLength: 12 }),
        round,
      ),
      { numRuns: ROUNDS, endOnFailure: true },
    )
    // It has gone everywhere.
    expect(Object.keys(sums).length - before).toBeGreaterThan(15)
    all += calls
    console.log(`store ${store}: ${calls} calls, ${again} of them again after ${cuts} cuts; ${all} in all`)
  }, 3_600_000)
})
