import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import material from '../../../src/resources/application/material.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { columnList } from '../../store/bringUp/tables.ts'
import type { Row } from '../../store/connection/rows.ts'
import { settingVersion } from '../setting/index.ts'
import { endInquiries } from './inquiries.ts'
import { judgedOf, objectionsTo } from './judging.ts'
import { checkOther } from './otherEyes.ts'
import { monthsLater } from './rules/monthsLater.ts'
import { tellApplicant } from './tellApplicant.ts'
import { tellOfPaper } from './tellOfPapers.ts'

/** The version of the rules by which an application is judged: read once, so that what is kept with it is what it was judged by. */
const judgedBy = new WeakMap<Acting, number>()

/** From now on it is shown by the rules in force today. */
const keepsRules = { rule_version: ({ tx }: Acting) => settingVersion(tx, applicationSetting) }

const whyNotEdited = ({ status }: { status: number }): string => {
  if (status === codeOf(qualification, 'passed')) return '已审核通过，不能再改：要更正的先退回补正，补正后重新审核'
  if (status === codeOf(qualification, 'queued')) return '已转入轮候，不能再改：不再符合的在轮候列表作废，重新申请'
  if (status === codeOf(qualification, 'toReview')) return '正在复核，现在不能改：要更正的由复核人退回'
  return '申请已办结，不能再改'
}

/** The life of an application (domain.md, From application to keys). */
const life = defineEffects(qualification, {
  edit: { refusal: whyNotEdited },
  pass: {
    check: async (acting, [row], { exception }) => {
      await checkOther(acting, row, '自己登记的申请由别人审核（准入设置）')
      judgedBy.set(acting, await settingVersion(acting.tx, applicationSetting))
      const [judged] = await judgedOf(acting.tx, [row.apply_id], judgedBy.get(acting))
      const objections = judged ? objectionsTo(judged) : []
      if (objections.length > 0 && !exception?.trim())
        throw new CallError(400, `${objections.join('；')}：仍要通过的须写明例外理由`, { field: 'exception' })
    },
    sets: {
      exception: (_acting, _row, { exception }) => exception?.trim() || null,
      reason: () => null,
      checked_by: ({ session }) => session.userId,
      rule_version: (acting) => judgedBy.get(acting) ?? null,
    },
    after: async (acting, [row]) => {
      await tellApplicant(acting, row, '住房申请审核通过', '您的住房申请已审核通过，请留意轮候与公示。')
      return { count: 1 }
    },
  },
  return: {
    // It is judged anew, whatever it was judged by.
    sets: { rule_version: () => null, exception: () => null, checked_by: () => null },
    after: async (acting, [row]) => {
      await tellApplicant(acting, row, '住房申请须补正', `您的住房申请须补正：${row.reason}。请在手机上修改后重新提交。`)
      return { count: 1 }
    },
  },
  reject: {
    sets: keepsRules,
    after: async (acting, [row]) => {
      await endInquiries(acting, [row.apply_id])
      await tellApplicant(acting, row, '住房申请未通过', `您的住房申请没有通过：${row.reason}。`)
      return { count: 1 }
    },
  },
  resubmit: { sets: { reason: () => null } },
  mend: { sets: { reason: () => null } },
  withdraw: {
    sets: keepsRules,
    refusal: () => '申请正在复核或已办结，现在不能撤回',
    after: async (acting, rows) => {
      await endInquiries(
        acting,
        rows.map(({ apply_id }) => apply_id),
      )
      return undefined
    },
  },
  queue: {
    refusal: () => '只有审核通过的申请可以转入轮候',
    after: async ({ tx, session, now }, [{ apply_id }]) => {
      const carried = columnList(resourceNamed('waiting'), ['custom_name', 'card', 'phone'])
      const { rows } = await sql<Row<'waiting', 'wait_id'>>`
        insert into waiting (${carried}, p_id, nature, room_type, priority, qualified_at, apply_id, created_by)
        select ${carried}, p_id, nature, room_type, priority, ${now}::bigint, apply_id, ${session.userId}::integer
        from qualification where apply_id = ${apply_id}
        returning wait_id
      `.execute(tx)
      return rows[0]
    },
  },
})

const today = (now: number): string => dateOf(now)

/** A paper that has come is neither put off nor refused. */
const settled = { due_on: () => null, reason: () => null }

/** Gives the last day on which a paper is good that was issued on a day; null for one that stays good. */
const goodUntil = (issued: string, months: number | null): string | null => (months === null ? null : monthsLater(issued, months))

/** The papers of an application, one by one. */
const papers = defineEffects(material, {
  hand: {
    sets: {
      ...settled,
      issued_on: ({ now }, _row, { issued_on }) => issued_on ?? today(now),
      expires_on: ({ now }, { valid_months }, { issued_on }) => goodUntil(issued_on ?? today(now), valid_months),
    },
  },
  bring: {
    sets: {
      ...settled,
      issued_on: ({ now }) => today(now),
      expires_on: ({ now }, { valid_months }) => goodUntil(today(now), valid_months),
    },
  },
  defer: {
    check: async ({ now }, _rows, { due_on }) => {
      if (due_on <= today(now)) throw new CallError(400, '补交期限须晚于今天', { field: 'due_on' })
    },
  },
  lapse: {
    sets: { reason: () => '容缺到期未补交' },
    after: async (acting, rows) => {
      for (const paper of rows) await tellOfPaper(acting, paper)
      return undefined
    },
  },
})

export default [life, papers]
