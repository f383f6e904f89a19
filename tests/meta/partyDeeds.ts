import { addRow, addTenant, cardOf, companyCode } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'
import { put } from './tableStates.ts'

type Params = Record<string, unknown>

interface Ground {
  server: () => TestServer
  /** A row of everything that belongs to the project, by resource. */
  mine: () => Record<string, number>
  made: (path: string, params: Params) => Promise<Params>
  vacantRoom: () => Promise<number>
}

let others = 0

/** Params of what is done to those with whom one has to do: tenants, companies, owners and their houses. */
export const partyDeeds = ({ server, mine, made, vacantRoom }: Ground): Readonly<Record<string, () => Params | Promise<Params>>> => {
  const newCompany = (): Promise<number> =>
    addRow(server(), 'company', { name: `企业合${++others}`, code: companyCode(others), contact: '王', phone: '13812345678' })
  const newOwner = (): Promise<number> =>
    addRow(server(), 'owner', { kind: 1, name: `业主合${++others}`, card: cardOf(700 + others), phone: '13812345678' })
  return {
    '/api/lessee/add': () => ({ card: cardOf(500 + ++others) }),
    '/api/lessee/edit': () => ({ card: cardOf(500 + ++others) }),
    '/api/lessee/merge': async () => ({
      custom_id: await addTenant(server(), { card: cardOf(500 + ++others) }),
      merged_into: await addTenant(server(), { card: cardOf(500 + ++others) }),
    }),
    '/api/lessee/del': async () => ({ custom_id: await addTenant(server(), { card: cardOf(500 + ++others) }) }),
    '/api/company/merge': async () => ({ company_id: await newCompany(), merged_into: await newCompany() }),
    '/api/owner/merge': async () => ({ owner_id: await newOwner(), merged_into: await newOwner() }),
    '/api/owner/add': () => ({ card: cardOf(500 + ++others) }),
    '/api/owner/edit': () => ({ card: cardOf(500 + ++others) }),
    '/api/owner_house/add': async () => ({ org_id: await vacantRoom() }),
    '/api/owner_house/del': async () => ({
      owner_house_id: (await made('/api/owner_house/add', { owner_id: 1, org_id: await vacantRoom(), share: 1, from_date: '2026-01-01' }))
        .owner_house_id,
    }),
    '/api/owner_house/restore': async () => {
      await put(server(), 'owner_house', 'owner_house_id', mine().owner_house ?? 0, { state: 2, to_date: '2026-02-01' })
      return {}
    },
    '/api/entrust_agreement/edit': () => ({ end_date: '2099-12-31' }),
    '/api/entrust_agreement/del': async () => ({
      agreement_id: (
        await made('/api/entrust_agreement/add', {
          ...{ owner_id: 1, p_id: 1, start_date: '2026-01-01', end_date: '2026-12-31', book: 2, rent: 100, settle_day: 10 },
          request_id: `agreement ${++others}`,
        })
      ).agreement_id,
    }),
  }
}
