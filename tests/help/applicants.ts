import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import applicationSetting from '../../src/resources/settings/application.ts'
import type { AdminServer } from './adminServer.ts'
import { type Phone, phoneAt, sentApplyDigits } from './phones.ts'
import { picture } from './pictures.ts'
import { cardOf } from './store/ground.ts'

/** Someone who has shown whose the telephone is. */
export interface Applicant {
  number: string
  phone: Phone
  code: string
}

/** Gives what applicants do by telephone with an operator who takes applications that way, and what staff see of it. */
export const applicantsAt = (at: AdminServer) => {
  const { ask } = at
  const set = async (changes: object): Promise<void> => {
    const { detail, save } = callsOfSetting(applicationSetting)
    const { version, values } = (await ask(detail)).data
    expect(await ask(save, { ...values, ...changes, version })).toMatchObject({ code: 200 })
  }

  let many = 100
  const newCard = (): string => cardOf(++many)
  const newNumber = (): string => `139${String(10_000_000 + ++many)}`

  const proven = async (number = newNumber(), phone = phoneAt(at.server)): Promise<Applicant> => {
    expect(await phone.call('/api/apply/send_code', { phone: number })).toMatchObject({ code: 200, data: { seconds: 60 } })
    const { code, data, msg } = await phone.call('/api/apply/start', { phone: number, sms: await sentApplyDigits(at.server), p_id: 1 })
    expect([code, msg]).toEqual([200, ''])
    return { number, phone, code: data.code }
  }
  const open = async ({ phone, code }: Applicant) => {
    const answer = await phone.call('/api/apply/open', { code })
    expect([answer.code, answer.msg]).toEqual([200, ''])
    return answer.data
  }
  const opened = async (): Promise<Applicant> => {
    const one = await proven()
    await open(one)
    return one
  }
  const household = (changes: object = {}) => ({
    ...{ custom_name: '欧阳小明', card: newCard(), p_id: 1, nature: 1, priority: 2, room_type: 1, income: 600_000, housing_area: 8 },
    ...changes,
  })
  const submit = ({ phone, code }: Applicant, values: object) => phone.call('/api/apply/submit', { code, ...values })
  const photo = async ({ phone, code }: Applicant, label = '照片') => {
    const { buffer } = await picture(label, 'jpeg', ++many)
    return phone.send('/api/apply/photo', { code, request_id: randomUUID() }, buffer)
  }
  const applied = async (one: Applicant) => {
    const { list } = (await ask('/api/application_draft/index', { phone: one.number })).data
    return list[0]
  }
  const detail = async (apply_id: number) => (await ask('/api/qualification/detail', { apply_id })).data
  const materials = async (apply_id: number) => (await ask('/api/material/index', { apply_id: [apply_id] })).data.list
  beforeAll(() => set({ phone_apply: 1, apply_notice: '请带身份证', apply_messages: 500 }))
  beforeEach(() => sql`delete from login_failure`.execute(at.server.db))
  return { set, newCard, newNumber, proven, open, opened, household, submit, photo, applied, detail, materials }
}
