import verificationSetting from '../../../src/resources/settings/verification.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { readSetting } from '../setting/index.ts'
import { addMatches, type Matching } from './addMatch.ts'
import { candidatesOf, openReceipts } from './candidates.ts'
import { leftToStaff, pairKey } from './leftToStaff.ts'
import { certainOf, offersOf } from './rules/offers.ts'

type Matcher = Pick<Acting, 'tx' | 'session'>

/** What the system is to do by itself of some entries: none of it takes what another does. In fen. */
const certainties = async ({ tx, session }: Matcher, flows: readonly number[]): Promise<Matching[]> => {
  const rules = await readSetting(tx, verificationSetting)
  const receipts = await openReceipts(tx, flows, session.scope)
  if (receipts.length === 0) return []
  const parties = await candidatesOf(tx, receipts, session.scope, false)
  const offers = receipts.flatMap(({ flow_id, unused }) => {
    const offer = certainOf(offersOf(unused, parties.get(flow_id) ?? [], rules), rules.sure)
    return offer ? [{ flow_id, ...offer }] : []
  })
  if (offers.length === 0) return []
  const left = await leftToStaff(
    tx,
    offers.map(({ flow_id }) => flow_id),
    offers.flatMap(({ shares }) => shares),
    session.userId === null,
  )
  const taken = new Set<number>()
  return offers.flatMap(({ flow_id, ...offer }): Matching[] => {
    const isLeft = (share: number): boolean => taken.has(share) || left.shares.has(share) || left.pairs.has(pairKey(flow_id, share))
    if (left.flows.has(flow_id) || offer.shares.some(isLeft)) return []
    for (const share of offer.shares) taken.add(share)
    return [{ kind: 2, flows: [flow_id], shares: offer.shares, sure: offer.sure, why: offer.why }]
  })
}

/** Matches what of some entries is certain enough by 核销设置, as one run where it is of one; gives how many matches that were. Whatever is not certain stays for a person. */
export const matchCertain = async (acting: Matcher, flows: readonly number[], runOf?: () => Promise<number>): Promise<number> => {
  const all = await certainties(acting, flows)
  if (all.length === 0) return 0
  const run_id = await runOf?.()
  await addMatches(
    acting,
    all.map((matching) => ({ ...matching, ...(run_id === undefined ? {} : { run_id }) })),
  )
  return all.length
}

/** Matches an entry that has just been written down, where 核销设置 says that the system does so. */
export const matchAtOnce = async (acting: Matcher, flow_id: number): Promise<void> => {
  if ((await readSetting(acting.tx, verificationSetting)).mode === 2) await matchCertain(acting, [flow_id])
}
