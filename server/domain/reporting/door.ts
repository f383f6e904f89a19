import { sql } from 'kysely'
import tenantPhone from '../../../src/resources/repair/tenantPhone.ts'
import repairSetting from '../../../src/resources/settings/repair.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import { inSet } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'
import type { Door } from '../telephone/index.ts'
import { homesOf } from './homes.ts'

/** 手机报修: whoever lives in a room by a contract in force comes in with the number that is written down of him. */
export const repairDoor: Door = {
  name: 'tenant_repair',
  label: '手机报修',
  purpose: 3,
  resource: 'tenant_phone',
  holder: '租客',
  setting: async (db) => {
    const { phone_repair, repair_notice = '', repair_messages } = await readSetting(db, repairSetting)
    return { isOpen: phone_repair === 1, notice: repair_notice, messages: repair_messages }
  },
  find: async (db, hash) => {
    const { rows } = await sql<{ phone_id: number }>`
      select phone_id from tenant_phone where ${sql.id(hashName('phone'))} = ${hash} and status in (${inSet(tenantPhone, 'open')})
      order by phone_id desc limit 1
    `.execute(db)
    return rows[0]?.phone_id
  },
  values: async (db, hash) => {
    const [home] = await homesOf(db, hash)
    return home ? { custom_id: home.lessee_id, p_id: home.p_id } : {}
  },
  reaches: async (db, hash) => (await homesOf(db, hash)).length > 0,
  says: {
    closed: '现在不接受手机报修，请打电话或到窗口报修',
    title: '手机报修验证码',
    digits: (digits, minutes) => `您正在用手机报修，验证码 ${digits}，${minutes} 分钟内有效。不是您本人操作的请不要理会。`,
    tooOften: '验证码发得太多了，请明天再试，或打电话报修',
    spent: '今天的验证码已发完，请明天再试，或打电话报修',
  },
}
