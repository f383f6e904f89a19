import { sql } from 'kysely'
import { minuteOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { flowSources, ways } from '../../../src/schemas/common.ts'
import type { PrintContent } from '../../prints/definePrint.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'

interface Flow extends Row<'flow', 'flow_id' | 'sn' | 'custom_name' | 'start_date' | 'end_date' | 'note'> {
  price: number
  from: keyof typeof flowSources
  way: keyof typeof ways
  deal_time: number
  item: string | null
  place: string | null
  recorded_by: string | null
}

/**
 * Gives what the receipts of these flows say, by flow: who paid what, for what and when, in figures and in the capitals of 支付结算办法 (附一), and who took it
 * (发票设置: 开票单位 and 收据印章; without a unit the system's name). Where the flow is of a room, the room.
 */
export const receiptsOf = async (tx: Queryable, flowIds: readonly number[]): Promise<ReadonlyMap<number, PrintContent>> => {
  const { rows } = await sql<Flow>`
    select f.flow_id, f.sn, f.price, f.custom_name, f."from", f.way, f.deal_time, f.start_date, f.end_date, f.note, f.item,
      nullif(concat_ws(' ', o.region_name, o.unit_floor), '') as place, a.name as recorded_by
    from flow_view f left join org o on o.org_id = f.org_id left join account a on a.user_id = f.created_by
    where f.flow_id = any(${flowIds}::integer[])
  `.execute(tx)
  const { seal_img: [seal] = [] } = await readSetting(tx, invoiceSetting)
  const pictures: Record<string, number> = seal === undefined ? {} : { seal }
  const operator = await operatorName(tx)
  return new Map(
    rows.map((flow): [number, PrintContent] => [
      flow.flow_id,
      {
        values: {
          operator,
          sn: flow.sn,
          payer: flow.custom_name,
          figures: `¥${fenToYuan(flow.price)}`,
          capitals: fenInCapitals(flow.price),
          item: [flowSources[flow.from], flow.item].filter(Boolean).join(' · '),
          period: `${flow.start_date} 至 ${flow.end_date}`,
          place: flow.place ?? '',
          way: ways[flow.way],
          paid_at: minuteOf(flow.deal_time),
          note: flow.note ?? '',
          recorded_by: flow.recorded_by ?? '',
        },
        pictures,
      },
    ]),
  )
}
