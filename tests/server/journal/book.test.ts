import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { Office } from '../../help/office.ts'
import { officeDeed } from '../../help/officeDeeds.ts'
import type { Premises } from '../../help/officeDesk.ts'
import { balancesOf, premisesOn, trialOf } from '../../help/premises.ts'
import { ReferenceBook } from '../../help/referenceBook.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'

/** Each has thirty to seventy deeds. */
const OFFICES = rounds(4, 200)

const at = adminServer()
const second = secondNode(at)

let premises: Premises
beforeAll(async () => {
  premises = await premisesOn(at, (path, params, nth) => (nth % 2 === 0 ? at.call(path, params) : second.send(path, params)))
})

test('after any deeds of an office, on two nodes in turn, with months closed and opened between, every account is what a book kept beside it has, to the fen', async () => {
  const before = await trialOf(at)
  const book = new ReferenceBook()
  await fc.assert(
    fc.asyncProperty(fc.array(officeDeed, { minLength: 30, maxLength: 70, size: 'max' }), async (deeds) => {
      const office = new Office(premises, book)
      for (const one of deeds) await office.do(one)
      expect(await trialOf(at)).toEqual(balancesOf([book.balances], before))
      expect(await wrongInBooks(at.server.db)).toEqual([])
    }),
    { numRuns: OFFICES, endOnFailure: true },
  )
  // It has gone everywhere.
  expect(book.balances.size).toBeGreaterThan(15)
}, 3_600_000)
