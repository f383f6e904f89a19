import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import org from '../../../src/resources/property/org.ts'
import repair from '../../../src/resources/repair/repair.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { isServing, whoMay } from '../account/index.ts'
import { notify } from '../message/index.ts'
import { billTenant, checkBilled, hasBill, isBilled } from './billTenant.ts'
import { settleRoom } from './settleRoom.ts'
import { tellDispatchers } from './tellDispatchers.ts'

type Order = RowOf<typeof repair>

const roomOf = ({ tx }: Acting, { org_id }: Order) =>
  tx.selectFrom('org').select(['region_name', 'unit_floor', 'status']).where('org_id', '=', org_id).executeTakeFirst()

/** Whoever is to go there hears of it, unless they did it themselves. */
const tellHandler = async (acting: Acting, { handler, repair_id }: Order, title: string, content: string): Promise<void> => {
  if (handler === null || handler === acting.session.userId) return
  await notify(acting.tx, [handler], title, content, { resource: 'repair', id: repair_id })
}

/** Whether whoever is to go there works here no more, or not in its project. */
const hasLeft = async ({ tx }: Acting, { handler, p_id }: Order): Promise<boolean> =>
  handler !== null && !(await isServing(tx, handler, p_id))

type Place = Pick<RowOf<typeof org>, 'region_name' | 'unit_floor'>

/** Whoever is (or was) to go there hears what has become of it, else he goes for nothing, or does not go. */
const TOLD = {
  sent: [
    '有报修派给您',
    ({ number }: Order, { region_name, unit_floor }: Place) => `${number}：${region_name} ${unit_floor}，请按约定的时间上门。`,
  ],
  putOff: [
    '报修改约',
    ({ number, visit_start }: Order, { region_name, unit_floor }: Place) =>
      `${number}：${region_name} ${unit_floor}，上门时间改为 ${minuteOf(visit_start ?? 0)}。`,
  ],
  passedOn: [
    '报修已改派',
    ({ number }: Order, { region_name, unit_floor }: Place) => `${number}：${region_name} ${unit_floor}，已改派他人，不用再去。`,
  ],
  again: [
    '报修返工',
    ({ number, reason }: Order, { region_name, unit_floor }: Place) =>
      `${number}：${region_name} ${unit_floor}，请再次上门：${reason ?? ''}`,
  ],
  cancelled: [
    '报修已取消',
    ({ number, reason }: Order, { region_name, unit_floor }: Place) => `${number}：${region_name} ${unit_floor}，不用再去：${reason ?? ''}`,
  ],
} as const

const tell = async (acting: Acting, order: Order, what: keyof typeof TOLD): Promise<undefined> => {
  const [title, words] = TOLD[what]
  const room = await roomOf(acting, order)
  await tellHandler(acting, order, title, words(order, { region_name: room?.region_name ?? '', unit_floor: room?.unit_floor ?? '' }))
}

/** A room that this order lays up is held, or given back, as the order now stands. */
const roomFollows = async (acting: Acting, [order]: readonly [Order]): Promise<undefined> => {
  if (order.lays_up === 1) await settleRoom(acting, order.org_id)
}

/** The life of a repair. */
export default defineEffects(repair, {
  dispatch: {
    check: async (acting, [order], { lays_up }) => {
      const room = lays_up === 1 ? await roomOf(acting, order) : undefined
      if (room?.status === codeOf(org, 'disabled')) throw new CallError(409, '该房间已停用，不能转为维修', { field: 'lays_up' })
      // Its rooms are let by themselves: it would keep none of them from being let, nor the flat once it is put together again.
      if (room?.status === codeOf(org, 'divided'))
        throw new CallError(409, '整套已拆套，不能转为维修：请在套内的房间上报修', { field: 'lays_up' })
    },
    after: async (acting, rows) => {
      await roomFollows(acting, rows)
      return tell(acting, rows[0], 'sent')
    },
  },
  appoint: {
    sets: {
      visit_start: (_acting, _order, { visit_start }) => visit_start,
      visit_end: (_acting, _order, { visit_end }) => visit_end,
    },
    after: (acting, [order]) => tell(acting, order, 'putOff'),
  },
  reassign: {
    sets: {
      handler: (_acting, _order, { handler }) => handler,
      visit_start: (_acting, _order, { visit_start }) => visit_start,
      visit_end: (_acting, _order, { visit_end }) => visit_end,
    },
    after: async (acting, [order], _asked, [before]) => {
      if (order.handler === before.handler) return order.visit_start === before.visit_start ? undefined : tell(acting, order, 'putOff')
      await tell(acting, before, 'passedOn')
      return tell(acting, order, 'sent')
    },
  },
  finish: {
    check: (acting, [order], asked) => checkBilled(acting, order, asked),
    sets: {
      done_at: ({ now }) => now,
      // Done again, it costs more; who pays the bill that there is stays who bears it.
      cost: (_acting, { cost }, asked) => (cost ?? 0) + asked.cost,
      borne_by: async (acting, order, asked) => ((await hasBill(acting, order)) ? order.borne_by : asked.borne_by),
    },
    after: async (acting, rows, asked) => {
      await roomFollows(acting, rows)
      const [{ repair_id, bill_id }] = rows
      return { repair_id, bill_id: isBilled(asked) ? await billTenant(acting, rows[0], asked) : bill_id }
    },
  },
  rework: {
    after: async (acting, rows) => {
      await roomFollows(acting, rows)
      const [order] = rows
      if (!(await hasLeft(acting, order))) return tell(acting, order, 'again')
      // Nobody goes before it is given to another, and whoever sent it back may not be the one who may.
      const { region_name = '', unit_floor = '' } = (await roomOf(acting, order)) ?? {}
      const content = `${order.number}：${region_name} ${unit_floor}，处理人已不负责该项目，或账号已停用，请“改派”：${order.reason ?? ''}`
      const people = await whoMay(acting.tx, '/api/repair/reassign', order.p_id)
      await notify(acting.tx, people, TOLD.again[0], content, { resource: 'repair', id: order.repair_id })
      return undefined
    },
  },
  dispute: {
    after: async (acting, rows) => {
      for (const order of rows) {
        await roomFollows(acting, [order])
        const [title, content] = ['租客认为没修好', `${order.number}：${order.reason ?? ''}`]
        await tellHandler(acting, order, title, content)
        await tellDispatchers(acting, order, title, content, await hasLeft(acting, order))
      }
      return undefined
    },
  },
  cancel: {
    after: async (acting, rows) => {
      await roomFollows(acting, rows)
      return tell(acting, rows[0], 'cancelled')
    },
  },
})
