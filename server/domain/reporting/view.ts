import { sql } from 'kysely'
import { wordsOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import repair from '../../../src/resources/repair/repair.ts'
import repairSetting from '../../../src/resources/settings/repair.ts'
import type { RepairsView, ShownRepair } from '../../../src/schemas/repair/phoneRepair.ts'
import { supplementForm, tenantReviewForm } from '../../../src/schemas/repair/phoneRepair.ts'
import { repairKinds, satisfactions } from '../../../src/schemas/repair/repair.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'
import { reportForm } from './form.ts'
import { homesOf, isTheirs } from './homes.ts'
import { reportedToday } from './report.ts'
import type { Tenant } from './tenant.ts'

/** So many are shown, the newest first. */
const SHOWN = 50

/** `billed`: what he is asked for by its bill, in fen; null where he is asked for nothing (any more). */
type Order = Omit<RowOf<typeof repair>, 'handler'> & { room: string; handler: string | null; billed: number | null }

const STATES: Readonly<Record<number, { said: string; may: ShownRepair['may'] }>> = {
  1: { said: '已收到，正在安排人上门。', may: ['supplement', 'withdraw'] },
  2: { said: '已派单，请在约定的时间在家。', may: [] },
  3: { said: '已完工，请确认修好了没有。', may: ['review'] },
  4: { said: '', may: [] },
  5: { said: '', may: [] },
}

const factsOf = (order: Order): ShownRepair['facts'] => {
  const { wanted_time, handler, visit_start, visit_end, work, billed, satisfaction, feedback, reason } = order
  const facts: [label: string, value: string | null | undefined][] = [
    ['期望上门', wanted_time === null ? null : minuteOf(wanted_time)],
    ['谁来', handler],
    [
      '上门时间',
      visit_start === null ? null : `${minuteOf(visit_start)}${visit_end === null ? '' : ` 至 ${minuteOf(visit_end).slice(11)}`}`,
    ],
    ['处理情况', work],
    ['费用', billed ? `${fenToYuan(billed)} 元，由您承担` : null],
    ['您的评价', satisfaction === null ? null : satisfactions[satisfaction as keyof typeof satisfactions]],
    ['您的话', feedback],
    ['原因', reason],
  ]
  return facts.flatMap(([label, value]) => (value ? { label, value } : []))
}

const shown = (order: Order): ShownRepair => {
  const { repair_id, number, room, kind, description, supplement, created_at, status, photos, after_photos } = order
  return {
    repair_id,
    number: number ?? '',
    room,
    kind: repairKinds[kind as keyof typeof repairKinds],
    description,
    supplement: supplement ?? '',
    reportedAt: minuteOf(created_at ?? 0),
    state: wordsOf(repair)[status] ?? '',
    ...(STATES[status] ?? { said: '', may: [] }),
    facts: factsOf(order),
    photos,
    afterPhotos: after_photos,
  }
}

/** Gives what a tenant's page shows. */
export const viewOf = async (db: Queryable, { standing, hash }: Tenant, now: number): Promise<RepairsView> => {
  const { rows } = await sql<Order>`
    select r.*, concat_ws(' ', o.region_name, o.unit_floor) as room, a.name as handler, b.price as billed
    from repair r join org o on o.org_id = r.org_id left join account a on a.user_id = r.handler
    left join bill b on b.bill_id = r.bill_id and b.is_void = 0
    where ${isTheirs(hash)} order by r.created_at desc, r.repair_id desc limit ${SHOWN}
  `.execute(db)
  const { repair_notice = '', repair_most } = await readSetting(db, repairSetting)
  return {
    operator: await operatorName(db),
    notice: repair_notice,
    phone: standing.phone,
    homes: (await homesOf(db, hash)).map(({ org_id, room, address }) => ({ const: org_id, title: room, description: address })),
    left: Math.max(0, repair_most - (await reportedToday(db, hash, now))),
    form: reportForm(),
    supplement: supplementForm,
    review: tenantReviewForm,
    repairs: rows.map(shown),
  }
}
