import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { addSetting } from '../addSetting.ts'
import type { Lookups } from '../lookups.ts'
import type { Staff } from '../types.ts'

/**
 * Has the repairs of the last months be invoiced at 9 %, the VAT deducted; of one it is turned out for rents that are exempt, of another in part, and of a third
 * that was a mistake; and says what the operator had left to deduct three months ago, and in which city it is, so that rents can be invoiced. While the triggers of
 * these tables are off.
 */
export const addInputTaxes = async (tx: Tx, { cost }: Lookups, { caiwu }: Staff): Promise<void> => {
  if (caiwu === null) return
  await sql`
    update flow f set invoice_number = n.number, invoice_held = n.number, input_tax = round(f.price * 9 / 109.0), deductible = 1
    from (
      select flow_id, to_char(to_timestamp(deal_time), 'YY') || '312000000' || lpad(flow_id::text, 9, '0') as number from flow f
      where type = 2 and "from" = 2 and from_id = ${cost.维修费}::integer and reverses is null and to_timestamp(deal_time)::date > current_date - 100
        and not exists (select from flow r where r.reverses = f.flow_id)
    ) n where n.flow_id = f.flow_id
  `.execute(tx)
  await sql`
    with bought as (
      select flow_id, p_id, input_tax, greatest(current_date - 20, to_timestamp(deal_time)::date) as day, row_number() over (order by flow_id) as place
      from flow where deductible = 1 order by flow_id limit 3
    ),
    made as (
      insert into input_tax_out (flow_id, day, reason, price, note, p_id, created_by)
      select flow_id, day, case place when 3 then 2 else 1 end, case place when 1 then input_tax else greatest(input_tax / 3, 1) end,
        (array['改用于公租房（租金免税）', '三分之一用于公租房', '录错了流水'])[place], p_id, ${caiwu}::integer
      from bought order by place
      returning out_id, number, flow_id, day, reason, price, p_id
    )
    insert into input_tax_out (flow_id, day, reason, price, note, undoes, p_id, created_by)
    select flow_id, day, reason, -price, '撤销 ' || number, out_id, p_id, ${caiwu}::integer from made where reason = 2
  `.execute(tx)
  // It says nothing of rates: bills are taxed once somebody has saved those.
  const carried = sql`jsonb_build_object('city', '上海市', 'carried', 1, 'carried_from', to_char(current_date - interval '3 months', 'YYYY-MM'), 'carried_tax', 1286540)`
  await addSetting(tx, 'invoice', carried, caiwu)
}
