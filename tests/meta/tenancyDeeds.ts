import { sql } from 'kysely'
import { today } from '../../src/protocol/dates.ts'
import type { AdminServer } from '../help/adminServer.ts'
import { upload } from '../help/files.ts'
import { setSite } from '../help/phones.ts'
import { picture } from '../help/pictures.ts'
import { scan, tenanciesOn } from '../help/tenancies.ts'

type Params = Record<string, unknown>
let drawn = 700

/** Params of the calls that lead a contract from a draft to the keys and back, each on a record that is in the state for it. */
export const tenancyDeeds = (at: AdminServer): Readonly<Record<string, () => Promise<Params>>> => {
  const { tenant, room, draft, toSign, signed, pay } = tenanciesOn(at)
  const newDraft = async (): Promise<number> => (await draft()).data.contract_id
  const signature = async (): Promise<number> => {
    const { buffer } = await picture('签名.png', 'png', ++drawn)
    return (await upload(at.server, at.admin, buffer)).data.img_id
  }
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
  const deeds: Readonly<Record<string, () => Promise<Params>>> = {
    '/api/contract/add': async () => ({ custom_id: await tenant(), p_id: 1, org_id: await room(), start_date: today(), rent: 100 }),
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
    '/api/contract/move': async () => {
      const contract_id = await signed()
      const { rows } = await sql<{ day: string }>`select start_date + 10 as day from contract where contract_id = ${contract_id}`.execute(
        at.server.db,
      )
      return { contract_id, p_id: 1, org_id: await room(), start_date: rows[0]?.day, rent: 100 }
    },
    '/api/contract/heir': async () => ({ contract_id: await signed(), custom_id: await tenant() }),
    '/api/contract/void': async () => ({ contract_id: await newDraft() }),
    '/api/surrender/add': async () => ({ contract_id: await signed(), planned_date: today() }),
    '/api/surrender/handover': async () => ({ surrender_id: await begun(), left_on: today(), keys: 1 }),
    '/api/surrender/reckon': async () => handedOver(),
    '/api/surrender/settle': async () => handedOver(),
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
