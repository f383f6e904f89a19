import { sql } from 'kysely'
import applicationDraft from '../../../src/resources/application/applicationDraft.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'
import type { Door } from '../telephone/index.ts'
import { isOver } from './over.ts'

/** 手机申请: anybody may come in; one telephone fills in one application at a time. */
export const applyDoor: Door = {
  name: 'apply',
  label: '手机申请',
  purpose: 2,
  resource: 'application_draft',
  holder: '申请人',
  setting: async (db) => {
    const { phone_apply, apply_notice = '', apply_messages } = await readSetting(db, applicationSetting)
    return { isOpen: phone_apply === 1, notice: apply_notice, messages: apply_messages }
  },
  // What is filled in, or an application that is not over.
  find: async (db, hash) => {
    const { rows } = await sql<{ draft_id: number }>`
      select d.draft_id from application_draft d left join qualification q on q.apply_id = d.apply_id
      left join waiting w on w.apply_id = d.apply_id
      where d.${sql.id(hashName('phone'))} = ${hash}
        and (d.status in (${inSet(applicationDraft, 'open')})
          or (d.status = ${inState(applicationDraft, 'submitted')} and not ${isOver}))
      order by d.draft_id desc limit 1
    `.execute(db)
    return rows[0]?.draft_id
  },
  values: async (db, _hash, p_id) => {
    const { rows } = await sql<{ p_id: number }>`select p_id from project where p_id = ${p_id ?? null}::integer`.execute(db)
    return rows[0] ?? {}
  },
  says: {
    closed: '现在不接受手机申请，请到窗口办理',
    title: '手机申请验证码',
    digits: (digits, minutes) => `您正在申请住房，验证码 ${digits}，${minutes} 分钟内有效。不是您本人操作的请不要理会。`,
    tooOften: '验证码发得太多了，请明天再试，或到窗口办理',
    spent: '今天的验证码已发完，请明天再试，或到窗口办理',
  },
}
