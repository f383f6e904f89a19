import { sql } from 'kysely'
import { minuteOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { flowSources, ways } from '../../../src/schemas/common.ts'
import type { PrintContent } from '../../prints/definePrint.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'

/** Money that came in, as its receipt tells it. Fen; the time in seconds. */
export interface ReceivedFlow extends Row<'flow', 'flow_id' | 'sn' | 'custom_name' | 'note'> {
  start_date: string
  end_date: string
  price: number
  from: keyof typeof flowSources
  way: keyof typeof ways
  deal_time: number
  item: string | null
  place: string | null
  recorded_by: string | null
  custom_id: number | null
  company_id: number | null
  p_id: number | null
}

/** Gives these flows, in the order in which the money came. Of one that came without a name whoever it was claimed for has paid. */
export const receivedFlows = async (tx: Tx, keys: readonly number[]): Promise<ReceivedFlow[]> => {
  const { rows } = await sql<ReceivedFlow>`
    select f.flow_id, f.sn, f.price, case f.is_unknown when 1 then left(coalesce(l.name, c.name, f.custom_name), 60) else f.custom_name end as custom_name,
      f."from", f.way, f.deal_time, f.start_date, f.end_date, f.note, f.item,
      f.custom_id, f.company_id, f.p_id,
      nullif(concat_ws(' ', o.region_name, o.unit_floor), '') as place, a.name as recorded_by
    from flow_view f left join org o on o.org_id = f.org_id left join account a on a.user_id = f.created_by
    left join lessee l on l.custom_id = f.custom_id left join company c on c.company_id = f.company_id
    where f.flow_id = any(${keyList(keys)}) order by f.deal_time, f.flow_id
  `.execute(tx)
  return rows
}

const itemOf = ({ from, item }: ReceivedFlow): string => [flowSources[from], item].filter(Boolean).join(' · ')
const together = (all: readonly (string | null)[]): string => [...new Set(all.filter(Boolean))].join('、')
const [DAY, AGO] = ['9999-12-31', '']

const contentOf = (number: string, flows: readonly ReceivedFlow[]): PrintContent => {
  const price = flows.reduce((sum, flow) => sum + flow.price, 0)
  const since = flows.reduce((day, { start_date }) => (start_date < day ? start_date : day), DAY)
  const until = flows.reduce((day, { end_date }) => (end_date > day ? end_date : day), AGO)
  const [first] = flows
  return {
    number,
    values: {
      sn: flows.length > 1 ? `${first?.sn} 等 ${flows.length} 笔` : first?.sn,
      payer: first?.custom_name ?? '',
      figures: `¥${fenToYuan(price)}`,
      capitals: fenInCapitals(price),
      item: together(flows.map(itemOf)),
      period: `${since} 至 ${until}`,
      place: together(flows.map(({ place }) => place)),
      way: together(flows.map(({ way }) => ways[way])),
      paid_at: together(flows.map(({ deal_time }) => minuteOf(deal_time))),
      note: together(flows.map(({ note }) => note)),
      recorded_by: together(flows.map(({ recorded_by }) => recorded_by)),
      // Of one there is nothing to tell apart.
      lines:
        flows.length > 1
          ? flows.map((flow) => [
              flow.sn,
              itemOf(flow),
              `${flow.start_date} 至 ${flow.end_date}`,
              minuteOf(flow.deal_time),
              fenToYuan(flow.price),
            ])
          : [],
    },
  }
}

/**
 * Gives what receipts say, by number: who paid what, for what and when, in figures and in the capitals of 支付结算办法 (附一), and who took it (发票设置: 开票单位 and
 * 收据印章; without a unit the system's name). Where money is of a room, the room.
 */
export const receiptContents = async (
  tx: Tx,
  receipts: readonly { number: string; flows: readonly ReceivedFlow[] }[],
): Promise<ReadonlyMap<string, PrintContent>> => {
  const { seal_img: [seal] = [] } = await readSetting(tx, invoiceSetting)
  const pictures: Record<string, number> = seal === undefined ? {} : { seal }
  const operator = await operatorName(tx)
  return new Map(
    receipts.map(({ number, flows }) => {
      const content = contentOf(number, flows)
      return [number, { ...content, values: { ...content.values, operator }, pictures }]
    }),
  )
}
