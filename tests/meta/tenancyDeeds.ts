import { sql } from 'kysely'
import { addDays, today } from '../../src/protocol/dates.ts'
import type { AdminServer } from '../help/adminServer.ts'
import { upload } from '../help/files.ts'
import { leasesOn } from '../help/leases.ts'
import { setSite } from '../help/phones.ts'
import { picture } from '../help/pictures.ts'
import { addRow, cardOf } from '../help/store/ground.ts'
import { scan, tenanciesOn } from '../help/tenancies.ts'
import { nowSeconds } from '../help/testServer.ts'

type Params = Record<string, unknown>
let drawn = 700

/** Params of the calls that lead a contract from a draft to the keys and back, each on a record that is in the state for it. */
export const tenancyDeeds = (at: AdminServer): Readonly<Record<string, () => Promise<Params>>> => {
  const { tenant, room, draft, toSign, signed, pay } = tenanciesOn(at)
  const { company, leased, withRoom, inForce, leasedRoom, listed, living } = leasesOn(at)
  const tomorrow = (): string => addDays(today(), 1)
  const newDraft = async (): Promise<number> => (await draft()).data.contract_id
  const signature = async (): Promise<number> => {
    const { buffer } = await picture('签名.png', 'png', ++drawn)
    return (await upload(at.server, at.admin, buffer)).data.img_id
  }
  const signer = { signatory: '王经理', signatory_post: '总经理' }
  const finalLease = async (): Promise<number> => {
    const lease_id = await withRoom()
    await at.ask('/api/lease/submit', { lease_id })
    return lease_id
  }
  /** Entered by nobody who is at work here. */
  const applied = (): Promise<number> =>
    addRow(at.server, 'qualification', {
      ...{ custom_name: '申请人', card: cardOf(600 + ++drawn), phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1 },
      ...{ family_size: 1, income: 1, housing_area: 1 },
    })
  /** Of a household that may still be changed. */
  const member = async (): Promise<Params> => ({
    member_id: await addRow(at.server, 'member', {
      ...{ apply_id: await applied(), name: '家人', relation: 1, card: cardOf(600 + ++drawn), p_id: 1 },
    }),
  })
  const owedPaper = async (): Promise<Params> => ({
    material_id: await addRow(at.server, 'material', { apply_id: await applied(), name: '收入证明', need: 1, p_id: 1 }),
  })
  const begun = async (): Promise<number> => {
    const contract_id = await signed()
    return (await at.ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })).data.surrender_id
  }
  const handedOver = async (): Promise<Params> => {
    const surrender_id = await begun()
    const checklist = [{ item: '门窗', state: 1 }]
    await at.ask('/api/surrender/handover', { surrender_id, left_on: today(), keys: 1, room_next: 1, checklist })
    return { surrender_id }
  }
  /** Settled, and something of its deposit is held again. */
  const heldAgain = async (): Promise<number> => {
    const { surrender_id } = (await handedOver()) as { surrender_id: number }
    await at.ask('/api/surrender/settle', { surrender_id, way: 3 })
    const { contract_id } = (await at.ask('/api/surrender/detail', { surrender_id })).data
    await addRow(at.server, 'deposit_entry', { kind: 1, contract_id, price: 500, day: today(), p_id: 1 })
    return surrender_id
  }
  const deeds: Readonly<Record<string, () => Promise<Params>>> = {
    '/api/contract/add': async () => ({ custom_id: await tenant(), p_id: 1, org_id: await room(), start_date: today(), rent: 100 }),
    '/api/contract/enter': async () => ({
      ...{
        custom_id: await tenant(),
        org_id: await room(),
        signed_on: today(),
        start_date: today(),
        months: 12,
        rent: 100,
        deposit_held: 0,
      },
      ...{ end_date: undefined, collected_to: undefined, keys_on: undefined, papers: undefined },
    }),
    '/api/contract/revise': async () => ({ contract_id: await newDraft(), start_date: today(), rent: 200 }),
    '/api/contract/submit': async () => ({ contract_id: await newDraft() }),
    '/api/contract/offline': async () => ({ contract_id: await toSign(), signed_on: today(), papers: [await scan(at)] }),
    '/api/contract/manual_sign': async () => ({ contract_id: await toSign(), sign_img: [await signature()] }),
    '/api/contract/send_sms': async () => {
      await setSite(at)
      return { contract_id: await toSign() }
    },
    '/api/contract/qr_sign': async () => ({ contract_id: await toSign() }),
    '/api/contract/paper': async () => ({ contract_id: await toSign() }),
    '/api/contract/signed_paper': async () => {
      const contract_id = await toSign()
      await at.ask('/api/contract/manual_sign', { contract_id, sign_img: [await signature()] })
      return { contract_id }
    },
    '/api/contract/keys': async () => {
      const contract_id = await signed()
      await pay(contract_id)
      return { contract_id, keys_on: today() }
    },
    '/api/contract/renew': async () => ({ contract_id: await signed(), rent: 100 }),
    '/api/contract/amend': async () => {
      const contract_id = await signed()
      const { rows } = await sql<{ day: string }>`select start_date + 40 as day from contract where contract_id = ${contract_id}`.execute(
        at.server.db,
      )
      return { contract_id, from_date: rows[0]?.day, rent: 100 }
    },
    '/api/contract/fees': async () => {
      const terms = { fee_way: 2, fee_rate: 3, fee_grace: 0, fee_cap: 30 }
      return { contract_id: await signed(), from_date: today(), ...terms, reason: '补充协议' }
    },
    '/api/contract/split': async () => {
      return {
        contract_id: await newDraft(),
        bearer: 3,
        company_id: await company(),
        from_date: today(),
        way: 1,
        percent: 10,
        reason: '补贴',
      }
    },
    '/api/contract/move': async () => {
      const contract_id = await signed()
      const { rows } = await sql<{ day: string }>`select start_date + 10 as day from contract where contract_id = ${contract_id}`.execute(
        at.server.db,
      )
      return { contract_id, p_id: 1, org_id: await room(), start_date: rows[0]?.day, rent: 100 }
    },
    '/api/contract/heir': async () => ({ contract_id: await signed(), custom_id: await tenant() }),
    '/api/contract/void': async () => ({ contract_id: await newDraft() }),
    '/api/qualification/pass': async () => ({ apply_id: await applied(), exception: '同一身份证' }),
    '/api/member/add': async () => ({ apply_id: await applied() }),
    '/api/member/edit': member,
    '/api/member/del': member,
    '/api/kin/add': async () => ({ card: cardOf(600 + ++drawn) }),
    '/api/material/hand': async () => ({ ...(await owedPaper()), files: [await scan(at)] }),
    '/api/material/defer': async () => ({ ...(await owedPaper()), due_on: '2099-01-01' }),
    '/api/lease/add': async () => ({ company_id: await company(), p_id: 1, start_date: today() }),
    '/api/lease/rooms': async () => ({ lease_id: await leased(), rooms: [await room()], each: 100 }),
    '/api/lease/submit': async () => ({ lease_id: await withRoom() }),
    '/api/lease/manual_sign': async () => ({ lease_id: await finalLease(), ...signer, sign_img: [await signature()] }),
    '/api/lease/send_sms': async () => {
      await setSite(at)
      return { lease_id: await finalLease() }
    },
    '/api/lease/qr_sign': async () => ({ lease_id: await finalLease() }),
    '/api/lease/paper': async () => ({ lease_id: await finalLease() }),
    '/api/lease/signed_paper': async () => {
      const lease_id = await finalLease()
      await at.ask('/api/lease/manual_sign', { lease_id, ...signer, sign_img: [await signature()] })
      return { lease_id }
    },
    '/api/lease/sign': async () => ({ lease_id: await finalLease(), signed_on: today(), papers: [await scan(at)] }),
    '/api/lease/keys': async () => {
      const lease_id = await inForce()
      const { list } = (await at.ask('/api/contract/index', { lease_id: [lease_id] })).data
      for (const { contract_id } of list) await pay(contract_id)
      return { lease_id, keys_on: today() }
    },
    '/api/lease/renew': async () => ({ lease_id: await inForce(), months: 12 }),
    '/api/lease/void': async () => ({ lease_id: await withRoom() }),
    '/api/occupant/add': async () => ({ org_id: await leasedRoom(), custom_id: await tenant(), from_date: today() }),
    '/api/occupant/admit': async () => ({ occupant_id: await listed() }),
    '/api/occupant/turnAway': async () => ({ occupant_id: await listed() }),
    '/api/occupant/swap': async () => ({ occupant_id: await living(), other_id: await tenant(), since: tomorrow() }),
    '/api/occupant/leave': async () => ({ occupant_id: await living(), to_date: today() }),
    '/api/surrender/add': async () => ({ contract_id: await signed(), planned_date: today() }),
    '/api/surrender/handover': async () => ({ surrender_id: await begun(), left_on: today(), keys: 1 }),
    '/api/surrender/reckon': async () => handedOver(),
    '/api/surrender/settle': async () => handedOver(),
    '/api/surrender/repay': async () => ({ surrender_id: await heldAgain(), amount: 100, pay_time: nowSeconds() }),
    '/api/surrender/stay': async () => ({ surrender_id: await begun() }),
    '/api/surrender/list': async () => handedOver(),
    '/api/surrender/sheet': async () => handedOver(),
  }
  return Object.fromEntries(
    Object.entries(deeds).map(([path, params]) => [
      path,
      async () => {
        await at.logInAgain()
        return params()
      },
    ]),
  )
}
