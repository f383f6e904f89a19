import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../help/depth.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { settlement } from '../../help/store/settlement.ts'

const { server, rowsOf, one, addFlow, reverse, addBill, sharesOf, allocate } = settlement()

describe('after any sequence, at once or in turn', () => {
  const pick = fc.nat(30)
  const move = fc.oneof(
    fc.record({ kind: fc.constant('flow' as const), type: fc.constantFrom(1, 1, 1, 2), price: fc.integer({ min: 1, max: 9000 }) }),
    fc.record({ kind: fc.constant('bill' as const), isCleared: fc.boolean(), price: fc.integer({ min: 2, max: 9000 }) }),
    fc.record({ kind: fc.constant('allocate' as const), flow: pick, share: pick, price: fc.integer({ min: 1, max: 5000 }) }),
    fc.record({ kind: fc.constant('reverse' as const), flow: pick }),
  )
  type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

  /** What must be there: of each entry what it brought and gave to which share, and whether it was reversed. */
  class Model {
    flows: { flow_id: number; type: number; price: number; isReversed: boolean }[] = []
    shares: { share_id: number; price: number }[] = []
    parts: { flow_id: number; share_id: number; price: number }[] = []
    given = (key: 'flow_id' | 'share_id', id: number): number =>
      this.parts.filter((part) => part[key] === id).reduce((sum, part) => sum + part.price, 0)

    async addShares(bill_id: number): Promise<void> {
      for (const { share_id, price } of await sharesOf(bill_id)) this.shares.push({ share_id, price })
      for (const row of await rowsOf<{ flow_id: number; share_id: number; price: number }>(
        `select a.flow_id, a.share_id, a.price from allocation a join bill_share s on s.share_id = a.share_id where s.bill_id = ${bill_id}`,
      )) {
        this.flows.push({ flow_id: row.flow_id, type: 1, price: row.price, isReversed: false })
        this.parts.push(row)
      }
    }
  }

  const doMove = async (model: Model, known: Model, step: Move, isAlone: boolean): Promise<void> => {
    if (step.kind === 'flow') {
      const { type, price } = step
      model.flows.push({ flow_id: await addFlow({ type, price }), type, price, isReversed: false })
      return
    }
    if (step.kind === 'bill') {
      const how = step.isCleared ? { payer: 2, payment_ratio: 50, user_clear: 1, user_payment_time: 1_790_000_000 } : {}
      await model.addShares(await addBill({ price: step.price, ...how }))
      return
    }
    const flow = known.flows[step.flow % known.flows.length]
    if (!flow) return
    if (step.kind === 'reverse') {
      const wasReversed = flow.isReversed
      const { code } = await reverse(flow.flow_id)
      expect([200, 409]).toContain(code)
      if (wasReversed || isAlone) expect(code).toBe(wasReversed ? 409 : 200)
      const mine = model.flows.find(({ flow_id }) => flow_id === flow.flow_id)
      if (code === 200 && mine) mine.isReversed = true
      return
    }
    const share = known.shares[step.share % known.shares.length]
    if (!share) return
    const { flow_id } = flow
    const fits =
      !flow.isReversed &&
      flow.type === 1 &&
      step.price <= flow.price - known.given('flow_id', flow_id) &&
      step.price <= share.price - liveOf(known, share.share_id)
    const isDone = await allocate(flow_id, share.share_id, step.price)
    if (isAlone) expect(isDone).toBe(fits)
    if (flow.isReversed || flow.type === 2) expect(isDone).toBe(false)
    if (isDone) model.parts.push({ flow_id, share_id: share.share_id, price: step.price })
  }

  const liveOf = (model: Model, share_id: number): number =>
    model.parts
      .filter((part) => part.share_id === share_id && !model.flows.find(({ flow_id }) => flow_id === part.flow_id)?.isReversed)
      .reduce((sum, part) => sum + part.price, 0)

  const copyOf = (model: Model): Model =>
    Object.assign(new Model(), {
      flows: model.flows.map((flow) => ({ ...flow })),
      shares: [...model.shares],
      parts: [...model.parts],
    })

  test('every share has paid what entries that stand have given it, and no invariant is broken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 7 }), { minLength: 2, maxLength: 9 }), async (rounds) => {
        const model = new Model()
        await model.addShares(await addBill())
        for (const round of rounds) {
          const known = copyOf(model)
          await Promise.all(round.map((step) => doMove(model, known, step, round.length === 1)))
        }
        for (const { share_id } of model.shares)
          expect(await one(`select paid from bill_share where share_id = ${share_id}`)).toEqual({ paid: liveOf(model, share_id) })
        expect(await wrongInBooks(server().db)).toEqual([])
      }),
      { numRuns: rounds(6, 40), seed: 14 },
    )
  })
})
