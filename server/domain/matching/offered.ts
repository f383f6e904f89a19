import { groupBy } from 'es-toolkit'
import type { FormValue } from '../../../src/core/form.ts'
import { anId } from '../../../src/core/ids.ts'
import { form } from '../../../src/derive/callParams.ts'
import type { DeskOffers } from '../../../src/protocol/desk.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import type { Context } from '../../calls/defineCall.ts'
import { readSetting } from '../setting/index.ts'
import { candidatesOf, openReceipts, owedBy, partyKey, partyOf } from './candidates.ts'
import { findDebtors } from './findParties.ts'
import { inOrder, type Offer, offersOf, type Party, type Rules } from './rules/offers.ts'
import { writtenOffOf } from './writtenOff.ts'

export const offersForm = form(
  '核销建议',
  {
    ids: { type: 'array', title: '收款', minItems: 1, maxItems: 50, uniqueItems: true, items: anId, 'x-msg': { required: '请指明记录' } },
    keyword: { type: 'string', title: '查找', maxLength: 50 },
  },
  ['ids'],
)

/** So many offers are made, and so many rows shown: all of the surest, however many those are, for a part of it cannot be taken for the whole. */
const [OFFERS, ROWS] = [9, 50]

/** Several entries are taken together for one payment: what speaks for a party in any of them speaks for it. */
const together = (all: readonly (readonly Party[])[]): Party[] =>
  Object.values(groupBy(all.flat(), ({ key }) => key)).map((same) => ({
    ...(same[0] as Party),
    evidence: [...new Set(same.flatMap(({ evidence }) => evidence))],
  }))

const shown = (offers: readonly Offer[], parties: readonly Party[], { order }: Rules): Pick<DeskOffers, 'offers' | 'rows'> => {
  const byParty = new Map(parties.map(({ key, shares }) => [key, inOrder(shares, order).map(({ share_id }) => share_id)]))
  const first = offers.slice(0, OFFERS)
  const rows = [...first.flatMap(({ shares }) => shares), ...first.flatMap(({ party }) => byParty.get(party) ?? [])]
  return {
    offers: first.map(({ shares, takes, sure, why }) => ({ keys: shares, takes, sure, why })),
    rows: [...new Set(rows)].slice(0, Math.max(ROWS, first[0]?.shares.length ?? 0)),
  }
}

/**
 * Gives what chosen money may be for, the surest first, each with its reasons; or what is owed by whom staff look for; and beside it what of them was written off: their money
 * may be for that. Money that is used meanwhile, or is not in scope, is for nothing.
 */
export const offeredFor = async ({ tx, session }: Context, { ids, keyword = '' }: FormValue<typeof offersForm>): Promise<DeskOffers> => {
  const rules = await readSetting(tx, verificationSetting)
  const receipts = await openReceipts(tx, ids, session.scope)
  const amount = receipts.reduce((sum, { unused }) => sum + unused, 0)
  if (amount === 0) return { offers: [], rows: [], beside: [] }
  if (keyword.trim() === '') {
    const parties = together([...(await candidatesOf(tx, receipts, session.scope, true)).values()])
    // Whoever just owes as much, or is called nearly so, is not known to have paid.
    const known = parties.filter(({ evidence }) => evidence.some((one) => one !== 'amount' && one !== 'alike'))
    const beside = await writtenOffOf(
      tx,
      known.map(({ key }) => partyOf(key)),
      session.scope,
    )
    return { ...shown(offersOf(amount, parties, rules), parties, rules), beside }
  }
  const found = await findDebtors(tx, keyword.trim(), session.scope)
  const shares = groupBy(await owedBy(tx, found, session.scope), partyKey)
  const parties = Object.entries(shares).map(([key, owed]): Party => ({ key, evidence: ['found'], shares: owed }))
  return { ...shown(offersOf(amount, parties, rules), parties, rules), beside: await writtenOffOf(tx, found, session.scope) }
}
