import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode, flowOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { room, signed } = tenanciesOn(at)
const { begin, handOver, settle, figures } = surrendersOn(at)

/** What is done to each rent bill of a contract before the room is given back. */
const deed = fc.constantFrom(
  'nothing',
  'pay',
  'payHalf',
  'reduce',
  'reduceAll',
  'writeOff',
  'writeOffAndRecover',
  'void',
  'payAndReduce',
  'change',
)

let named = 0
const employer = (): Promise<number> => {
  named += 1
  return addRow(at.server, 'company', { name: `承担单位${named}`, code: companyCode(named), contact: '王', phone: '13812345678' })
}

test('bills that were reduced, written off, recovered, voided, altered or another’s are settled with the room, or voided with the contract, and every book is right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 3, maxLength: 5 }),
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      fc.option(fc.record({ after: fc.integer({ min: 1, max: 80 }), rent: fc.integer({ min: 70_000, max: 130_000 }) }), { nil: null }),
      async (deeds, ago, isVoided, amended) => {
        const begun = addDays(today(), -95)
        const org_id = await room()
        const contract_id = await signed({ org_id, start_date: begun, signed_on: begun, months: 24, mode: 2, rent: 100_000 })
        const { rows: bills } = await sql<{ bill_id: number; price: number; late: boolean }>`
          select bill_id, price, bill_date < current_date as late from bill where contract_id = ${contract_id} and "from" = 1 order by bill_id
        `.execute(at.server.db)
        const ask = (name: string, params: object) => at.ask(`/api/bill/${name}`, { ...params })
        let isPaid = false
        for (const [place, { bill_id, price, late }] of bills.entries()) {
          const what = deeds[place % deeds.length] as string
          const pay = async (fen: number) => {
            isPaid = true
            done(await at.ask('/api/flow/add', flowOf(at.ground, { org_id, bill_id, price: fen })))
          }
          if (what.startsWith('pay')) await pay(what === 'payHalf' ? Math.floor(price / 2) : price)
          if (what === 'reduce' || what === 'payAndReduce') done(await ask('reduce', { bill_id, how: 2, percent: 33, why: '减' }))
          if (what === 'reduceAll') done(await ask('reduce', { bill_id, how: 2, percent: 100, why: '减' }))
          if (what === 'change')
            done(await ask('change_payer', { bill_id, from_party: 1, to_party: 2, to_company: await employer(), why: '改' }))
          if (what === 'void') done(await ask('void', { bill_id, void_why: '错' }))
          if (what.startsWith('writeOff') && late) done(await ask('write_off', { bill_id, why: '坏' }))
          if (what === 'writeOffAndRecover' && late) done(await ask('recover', { bill_id, why: '收' }))
        }
        if (amended) {
          const { after, rent } = amended
          const asked = { contract_id, from_date: addDays(begun, after), rent, reason: '核定', paid_periods: 2 }
          const answer = await at.ask('/api/contract/amend', asked)
          // What was adjusted and would be made anew is in the way, and nothing has changed.
          if (!answer.msg.includes('按新的约定重开就没有了')) done(answer)
        }
        expect(await wrongInBooks(at.server.db)).toEqual([])
        if (isVoided && !isPaid) done(await at.ask('/api/contract/void', { contract_id, reason: '签错' }))
        else {
          const surrender_id = await begin(contract_id)
          done(await handOver(surrender_id, { left_on: addDays(today(), -ago) }))
          const { refund, due } = await figures(surrender_id)
          done(await settle(surrender_id))
          expect(Math.min(refund, due)).toBe(0)
        }
        expect(await wrongInBooks(at.server.db)).toEqual([])
      },
    ),
    { numRuns: rounds(5, 60), endOnFailure: true },
  )
}, 600_000)
