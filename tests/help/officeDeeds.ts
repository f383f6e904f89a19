import fc from 'fast-check'
import { monthBack } from './closing.ts'

const price = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 9_000_000 }))
/** Below zero: on an account of the operator's own that is named. */
const way = fc.constantFrom(3, 7, 8, 11, -1)
/** Months that are over, so that some of it is in months that are closed by then. */
const day = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 28 }))
  .map(([back, n]) => `${monthBack(back)}-${String(n).padStart(2, '0')}`)
const staffDeeds = [
  fc.record({
    is: fc.constant('bill' as const),
    price: fc.integer({ min: 2, max: 900_000 }),
    split: fc.constantFrom([1, 100], [1, 70], [1, 50], [1, 30], [2, 50], [2, 30]),
    from: fc.constantFrom(2, 2, 2, 3, 4),
    income: fc.constantFrom(1, 2, 3, 4, 5, 7),
    book: fc.integer({ min: 1, max: 2 }),
    isCleared: fc.boolean(),
  }),
  fc.record({ is: fc.constant('receive' as const), price, way, bill: fc.option(fc.nat(30), { freq: 6 }), day }),
  fc.record({
    is: fc.constant('pay' as const),
    price,
    way,
    income: fc.integer({ min: 1, max: 5 }),
    // Percent of it that is VAT by a supplier's invoice, and whether that is deducted.
    vat: fc.option(fc.integer({ min: 0, max: 99 })),
    deductible: fc.constantFrom(1, 2),
  }),
  fc.record({
    is: fc.constant('match' as const),
    flows: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 3 }),
    bills: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 3 }),
    isTwice: fc.boolean(),
  }),
  fc.record({ is: fc.constant('undo' as const), match: fc.nat(30), isTwice: fc.boolean() }),
  // Entered wrongly, or sent back by the bank: the books are the same.
  fc.record({ is: fc.constant('reverse' as const), flow: fc.nat(30), isReturned: fc.boolean() }),
  fc.record({
    is: fc.constant('refund' as const),
    flow: fc.nat(30),
    amount: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900_000 })),
    way,
    isTwice: fc.boolean(),
  }),
  fc.record({
    is: fc.constant('transfer' as const),
    kind: fc.constantFrom(1, 2, 3, 4),
    price,
    share: fc.integer({ min: 0, max: 99 }),
    way: fc.nat(5),
    day,
  }),
  fc.record({ is: fc.constant('takeBack' as const), transfer: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({ is: fc.constant('void' as const), bill: fc.nat(30) }),
  fc.record({ is: fc.constant('staffVoid' as const), bill: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({
    is: fc.constant('reduce' as const),
    bill: fc.nat(30),
    amount: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900_000 })),
  }),
  fc.record({ is: fc.constantFrom('restore' as const, 'writeOff' as const, 'recover' as const), bill: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({
    is: fc.constant('turnOut' as const),
    flow: fc.nat(30),
    amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 900_000 })),
  }),
  fc.record({ is: fc.constant('find' as const), price, day }),
  fc.record({ is: fc.constant('claim' as const), ofAny: fc.boolean(), isBack: fc.boolean(), flow: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({
    is: fc.constant('changePayer' as const),
    bill: fc.nat(30),
    from: fc.constantFrom(1 as const, 2 as const),
    to: fc.constantFrom(1 as const, 2 as const),
    isTwice: fc.boolean(),
  }),
  fc.record({ is: fc.constant('putBack' as const), out: fc.nat(30), isTwice: fc.boolean() }),
] as const

type StaffDeed = (typeof staffDeeds)[number] extends fc.Arbitrary<infer D> ? D : never

/** Bills and money come more often than what is done with them. */
const weighed = (arbitrary: (typeof staffDeeds)[number], place: number) => ({
  arbitrary: arbitrary as fc.Arbitrary<StaffDeed>,
  weight: place < 2 ? 12 : 4,
})

/** What staff do with money. */
export const staffDeed = fc.oneof(...staffDeeds.map(weighed))

/** That, and the months closed and opened again. */
export const officeDeed = fc.oneof(
  ...staffDeeds.map(weighed),
  { weight: 1, arbitrary: fc.record({ is: fc.constant('close' as const), back: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('reopen' as const) }) },
)
/** One deed of an office. */
export type Deed = typeof officeDeed extends fc.Arbitrary<infer D> ? D : never
