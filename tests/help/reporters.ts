import { randomUUID } from 'node:crypto'
import { callsOfSetting } from '../../src/derive/settings.ts'
import repairSetting from '../../src/resources/settings/repair.ts'
import type { AdminServer } from './adminServer.ts'
import { type Phone, phoneAt, sentRepairDigits } from './phones.ts'
import { picture } from './pictures.ts'
import { emptyRoom, type LivedIn } from './services.ts'
import { addRow, addTenant, cardOf } from './store/ground.ts'

type Params = Record<string, unknown>

let people = 3000

/** A tenant with the telephone that he reports from. */
export interface Reporter extends LivedIn {
  number: string
  phone: Phone
  code: string
}

/** Gives what tests do with tenants who report repairs on their telephones. */
export const reportersOn = (at: AdminServer) => {
  const { ask } = at
  /** Changes 报修设置. */
  const set = async (changes: object): Promise<void> => {
    const { detail, save } = callsOfSetting(repairSetting)
    const { version, values } = (await ask(detail)).data
    const { code, msg } = await ask(save, { ...values, ...changes, version })
    if (code !== 200) throw new Error(msg)
  }
  /** Gives a number that nobody has. */
  const newNumber = (): string => `135${String(10_000_000 + ++people)}`
  /** A room with a tenant whose number it is. */
  const letTo = async (number: string, changes: Params = {}): Promise<LivedIn> => {
    const p_id = (changes.p_id as number | undefined) ?? 1
    const [org_id, name] = [await emptyRoom(at, p_id), `租客${++people}`]
    const custom_id = await addTenant(at.server, { name, card: cardOf(people), phone: number, p_id })
    const terms = { start_date: '2026-01-01', end_date: '2099-12-31', rent: 100, deposit: 100, status: 4 }
    const contract_id = await addRow(at.server, 'contract', { sn: `HTB${people}`, custom_id, org_id, p_id, ...terms, ...changes })
    return { org_id, contract_id, custom_id, name }
  }
  /** Comes in with a number that has been written down of a tenant. */
  const comeIn = async (number: string, phone = phoneAt(at.server)): Promise<Pick<Reporter, 'number' | 'phone' | 'code'>> => {
    const asked = await phone.call('/api/tenant_repair/send_code', { phone: number })
    if (asked.code !== 200) throw new Error(asked.msg)
    const { code, data, msg } = await phone.call('/api/tenant_repair/start', {
      phone: number,
      sms: await sentRepairDigits(at.server),
      p_id: 1,
    })
    if (code !== 200) throw new Error(msg)
    await phone.call('/api/tenant_repair/open', { code: data.code })
    return { number, phone, code: data.code }
  }
  /** A tenant who has come in. */
  const tenant = async (changes: Params = {}): Promise<Reporter> => {
    const number = newNumber()
    const home = await letTo(number, changes)
    return { ...home, ...(await comeIn(number)) }
  }
  type Inside = Pick<Reporter, 'phone' | 'code'>
  const deed = ({ phone, code }: Inside, name: string, params: Params = {}) => phone.call(`/api/tenant_repair/${name}`, { code, ...params })
  const photo = async ({ phone, code }: Inside, label = '水龙头') => {
    const { buffer } = await picture(label, 'jpeg', ++people)
    return phone.send('/api/tenant_repair/photo', { code, request_id: randomUUID() }, buffer)
  }
  const said = (org_id: number, changes: Params = {}): Params => ({ org_id, kind: 1, urgency: 1, description: '水龙头漏水', ...changes })
  const view = async (one: Inside) => (await deed(one, 'open')).data
  /** Reports, and gives the record's key. */
  const reported = async (one: Reporter, changes: Params = {}): Promise<number> => {
    const { code, msg } = await deed(one, 'report', said(one.org_id, changes))
    if (code !== 200) throw new Error(msg)
    return (await view(one)).repairs[0].repair_id
  }
  return { set, newNumber, letTo, comeIn, tenant, deed, photo, said, view, reported }
}
