import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { addAccount, addRow, cardOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, toSign, sign, room } = tenanciesOn(at)
const { living } = leasesOn(at)

let people = 9000
const nextCard = (): string => cardOf(++people)
const apply = async (card = nextCard(), changes: object = {}): Promise<number> =>
  done(
    await ask('/api/qualification/add', {
      ...{ custom_name: '申请人', card, phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1 },
      ...{ family_size: 2, income: 600_000, housing_area: 8, ...changes },
    }),
  ).data.apply_id
const withMember = async (apply_id: number, name: string, card: string): Promise<number> => {
  done(await ask('/api/member/add', { apply_id, name, relation: 1, card }))
  return apply_id
}
const duplicates = async (apply_id: number): Promise<string | null> =>
  (await ask('/api/qualification/detail', { apply_id })).data.duplicates
/** A clerk's, who has entered none of them. */
const passer = async (): Promise<string> => tokenOf(at.server, await addAccount(at.server, `passer${++people}`, ['*']))

/** Has an application go the rest of the way, and gives the contract. */
const letTo = async (apply_id: number): Promise<number> => {
  done(await ask('/api/qualification/pass', { apply_id }, await passer()))
  const { wait_id } = done(await ask('/api/qualification/queue', { apply_id })).data
  const org_id = await room()
  done(await ask('/api/Waiting/call', { wait_id, org_id, days: 7, reason: '试' }))
  done(await ask('/api/Waiting/choose', { wait_id }))
  const contract_id = await toSign({ wait_id, org_id, custom_name: '申请人' })
  done(await sign(contract_id))
  return contract_id
}

/** A household, of an applicant and a spouse, that has gone the whole way: it rents. */
const renting = async () => {
  const [head, spouse] = [nextCard(), nextCard()]
  const apply_id = await withMember(await apply(head), '配偶', spouse)
  const contract_id = await letTo(apply_id)
  const { sn } = (await ask('/api/contract/detail', { contract_id })).data
  return { apply_id, head, spouse, contract_id, sn: String(sn) }
}
const voided = (contract_id: number) => ask('/api/contract/void', { contract_id, reason: '签错' })

test('a member of a household that rents is found, as applicant or member, by a card alone, while its contract is in force', async () => {
  const { apply_id, spouse, head, contract_id, sn } = await renting()
  const says = `所在的家庭已有合同 ${sn}`
  const asApplicant = await apply(spouse, { p_id: 2 })
  const asMember = await withMember(await apply(), '新配偶', spouse)
  expect(await duplicates(asApplicant)).toContain(`申请人 ${says}`)
  expect(await duplicates(asMember)).toContain(`新配偶 ${says}`)
  expect((await ask('/api/qualification/pass', { apply_id: asMember }, await passer())).code).toBe(400)
  // The main tenant is found by the contract of their own, once; and of the household itself its own contract says nothing.
  const again = await duplicates(await withMember(await apply(), '本人', head))
  expect(again?.match(new RegExp(sn, 'g'))).toHaveLength(1)
  await ask('/api/qualification/reject', { apply_id: asApplicant, reason: '重复' })
  expect(await duplicates(apply_id)).not.toContain(sn)
  expect(await voided(contract_id)).toMatchObject({ code: 200 })
  expect((await duplicates(asMember)) ?? '').not.toContain(says)
})

test('a contract that went on from it is the household’s, too', async () => {
  const { spouse, contract_id } = await renting()
  const sn = `HTX${++people}`
  await sql`update contract set status = 5 where contract_id = ${contract_id}`.execute(at.server.db)
  await addRow(at.server, 'contract', {
    ...{ sn, custom_id: await tenant({ card: nextCard() }), org_id: await room(), p_id: 1, former_id: contract_id, status: 4 },
    ...{ start_date: '2026-01-01', end_date: '2099-12-31', rent: 100, deposit: 100 },
  })
  expect(await duplicates(await apply(spouse))).toContain(`所在的家庭已有合同 ${sn}`)
})

test('who lives in a room that a company rents is found until they have left', async () => {
  const card = nextCard()
  const occupant_id = await living({ custom_id: await tenant({ card }) })
  const apply_id = await withMember(await apply(), '住企业房的', card)
  expect(await duplicates(apply_id)).toMatch(/住企业房的 住在整租合同 \S+ 的房间里/)
  done(await ask('/api/occupant/leave', { occupant_id, to_date: today() }))
  expect(await duplicates(apply_id)).toBeNull()
})

test('whoever stands in the queue by an entry that was merged into another rents by the one that stayed, and is found by it', async () => {
  const card = nextCard()
  const [gone, kept] = [await tenant({ card }), await tenant({ card: nextCard() })]
  done(await ask('/api/lessee/merge', { custom_id: gone, merged_into: kept }))
  const apply_id = await apply(card)
  const contract_id = await letTo(apply_id)
  const { custom_id, sn } = (await ask('/api/contract/detail', { contract_id })).data
  expect(custom_id).toBe(kept)
  expect(await duplicates(await apply(card))).toContain(`申请人 已有合同 ${sn}`)
})

test('of a household each is counted once: neither the applicant nor a member is entered again, in an application or with a tenant', async () => {
  const [head, spouse, other] = [nextCard(), nextCard(), nextCard()]
  const apply_id = await withMember(await apply(head), '配偶', spouse)
  const adds = (card: string) => ask('/api/member/add', { apply_id, name: '再登记', relation: 4, card })
  const msg = '这个身份证号在这份申请里已有：申请人本人不列为家庭成员，每人只登记一次'
  for (const card of [head, spouse]) expect(await adds(card)).toMatchObject({ code: 409, msg })
  const { member_id } = done(await adds(other)).data
  expect(await ask('/api/member/edit', { member_id, name: '再登记', relation: 4, card: spouse })).toMatchObject({ code: 409, msg })
  done(await ask('/api/member/edit', { member_id, name: '改名', relation: 3, card: other }))
  const applicant = { custom_name: '申请人', phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1, family_size: 2 }
  const changed = { apply_id, ...applicant, income: 600_000, housing_area: 8, card: spouse }
  expect(await ask('/api/qualification/edit', changed)).toMatchObject({ code: 409, msg })
  // Another household may have him: that is a duplicate, and is said when it is judged.
  done(await ask('/api/member/add', { apply_id: await apply(), name: '配偶', relation: 1, card: spouse }))

  const custom_id = await tenant({ card: nextCard(), name: '租客' })
  const kin = (card: string) => ask('/api/kin/add', { custom_id, name: '家人', relation: 1, card })
  done(await kin(spouse))
  const said = '这个身份证号在这户已有：租客本人不列为家人，每人只登记一次'
  expect(await kin(spouse)).toMatchObject({ code: 409, msg: said })
  const own = nextCard()
  const alone = await tenant({ card: own })
  expect(await ask('/api/kin/add', { custom_id: alone, name: '本人', relation: 4, card: own })).toMatchObject({ code: 409, msg: said })
})
