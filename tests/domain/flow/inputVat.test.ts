import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrongOf } from '../../../server/domain/flow/rules/inputVat.ts'
import { MAX_FEN } from '../../../src/protocol/fen.ts'

const price = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: MAX_FEN }))
const deductible = fc.constantFrom(undefined, 1, 2)
const whose = fc.record({ isPassedOn: fc.boolean(), isOwners: fc.boolean() })
const own = { isPassedOn: false, isOwners: false }

test('the tax of an invoice is any part of the amount, and never all of it, more, or less than nothing', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: MAX_FEN }), deductible, (of, seed, asked) => {
      expect(wrongOf({ price: of, input_tax: seed % of, deductible: asked }, own)).toBeNull()
      for (const input_tax of [of, of + seed, -1 - seed])
        expect(wrongOf({ price: of, input_tax, deductible: asked }, own)).toMatchObject({ field: 'input_tax' })
    }),
  )
})

test('what is not deducted may be anybody’s; what is deducted is the operator’s own', () => {
  fc.assert(
    fc.property(price, deductible, whose, (of, asked, { isPassedOn, isOwners }) => {
      const wrong = wrongOf({ price: of, input_tax: 0, deductible: asked }, { isPassedOn, isOwners })
      expect(wrong?.field).toBe(asked === 1 && (isPassedOn || isOwners) ? 'deductible' : undefined)
    }),
  )
})
