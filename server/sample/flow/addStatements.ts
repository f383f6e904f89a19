import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import statement from '../../../src/resources/statement/statement.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import { NO_PARTY } from '../../domain/statement/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/** So many months' statements are there, the last of which ends yesterday. */
const MONTHS = 2

/**
 * Adds the bank's statements of the account on which transfers arrive: what the books have is on them, but for the last days; its fees and interest; and what only the bank knows yet: a channel's
 * arrival, and money of whom nobody has entered.
 */
export const addStatements = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`
    create temporary table bank on commit drop as
    select w.own_account_id, (date_trunc('month', current_date) - make_interval(months => ${MONTHS - 1}::integer))::date as first, current_date - 1 as last
    from own_account w where w.way = 3 and w.usual = 1
  `.execute(tx)
  await sql`
    create temporary table told on commit drop as
    select f.flow_id, to_timestamp(f.deal_time)::date as day, f.deal_time, f.type::integer as type, f.price, f.custom_name::text as party, coalesce(f.note, '')::text as note, 1 as kind
    from flow f join bank on f.own_account_id = bank.own_account_id
    where f.reverses is null and not exists (select from flow r where r.reverses = f.flow_id)
      and to_timestamp(f.deal_time)::date between bank.first and bank.last - 3 and f.flow_id % 400 <> 7
    union all
    select null, d.day, extract(epoch from d.day)::bigint + 32400, d.type, d.price, d.party, d.note, d.kind
    from (
      select (m.month + interval '20 days')::date as day, 1 as type, 128653 as price, ${NO_PARTY} as party, '结息' as note, 5 as kind from bank, generate_series(bank.first, bank.last, interval '1 month') m (month)
      union all select (m.month + interval '1 day')::date, 2, 6000, ${NO_PARTY}, '账户管理费', 2 from bank, generate_series(bank.first, bank.last, interval '1 month') m (month)
      union all select bank.last - n, 1, 318000 + n * 1050, '财付通支付科技有限公司', '商户结算款', 4 from bank, generate_series(1, 3) n
      union all select bank.last - n, 1, 90000 + n * 12345, (array['孙秀兰', '李建国', '网银来账', '周敏', '吴玉珍'])[n], (array['代缴房租', '房租', '', '租金', '11月房租'])[n], 1
        from bank, generate_series(1, 5) n
    ) d, bank where d.day between bank.first and bank.last
  `.execute(tx)
  const { rows } = await sql<{ own_account_id: number }>`select own_account_id from bank where exists (select from told)`.execute(tx)
  if (!rows[0]) return
  await sql`
    with month as (
      select m.month::date as from_day, least((m.month + interval '1 month - 1 day')::date, bank.last) as to_day, bank.own_account_id, row_number() over (order by m.month) as place
      from bank, generate_series(bank.first, bank.last, interval '1 month') m (month)
    )
    insert into statement (own_account_id, from_day, to_day, lines, known, income, outgo, opening, closing, enters, file_name, sha256, status, created_by, created_at)
    select m.own_account_id, m.from_day, m.to_day, count(t.*), 0,
      coalesce(sum(t.price) filter (where t.type = 1), 0), coalesce(sum(t.price) filter (where t.type = 2), 0), 0, 0, 1,
      '账户明细' || to_char(m.from_day, 'YYYYMM') || '.csv', encode(sha256(('sample' || m.place)::bytea), 'hex'), ${codeOf(statement, 'stands')}::smallint, ${staff.caiwu}::integer,
      extract(epoch from m.to_day + 1)::bigint + 34000
    from month m left join told t on t.day between m.from_day and m.to_day group by m.from_day, m.to_day, m.own_account_id, m.place order by m.place
  `.execute(tx)
  await sql`
    insert into statement_line (statement_id, own_account_id, day, deal_time, type, price, party, note, kind, file_row, serial, mark, status, how, balance)
    select s.statement_id, s.own_account_id, t.day, t.deal_time, t.type, t.price, t.party, t.note, t.kind,
      1 + row_number() over (partition by s.statement_id order by t.deal_time, t.flow_id), 'S' || to_char(t.day, 'YYYYMMDD') || coalesce(t.flow_id, 900000 + row_number() over ()),
      encode(sha256((t.day || '|' || t.price || '|' || coalesce(t.flow_id::text, t.note || t.party))::bytea), 'hex'),
      case when t.flow_id is null and t.kind in (1, 4) then ${inState(statementLine, 'open')} else ${inState(statementLine, 'settled')} end,
      case when t.flow_id is not null then 1 when t.kind in (2, 5) then 3 end,
      b.before + sum(case t.type when 1 then t.price else -t.price end) over (order by t.deal_time, t.flow_id)
    from told t join statement s on t.day between s.from_day and s.to_day and s.own_account_id = (select own_account_id from bank)
    cross join (
      select coalesce(sum(case f.type when 1 then f.price else -f.price end), 0)::bigint as before from flow f join bank on bank.own_account_id = f.own_account_id
      where to_timestamp(f.deal_time)::date < bank.first
    ) b order by t.deal_time, t.flow_id
  `.execute(tx)
  await sql`
    update flow f set line_id = l.line_id from statement_line l join told t on t.flow_id is not null and l.mark = encode(sha256((t.day || '|' || t.price || '|' || t.flow_id)::bytea), 'hex')
    where f.flow_id = t.flow_id
  `.execute(tx)
  await sql`
    insert into transfer (day, kind, from_account_id, from_line_id, to_account_id, to_line_id, price, fee, note)
    select day, case kind when 2 then 2 else 3 end, case kind when 2 then own_account_id end, case kind when 2 then line_id end,
      case kind when 5 then own_account_id end, case kind when 5 then line_id end, price, 0, note
    from statement_line where kind in (2, 5) order by line_id
  `.execute(tx)
  await sql`
    update statement s set opening = e.first - e.moved, closing = e.last
    from (
      select statement_id, (array_agg(balance order by line_id))[1] as first, (array_agg(case type when 1 then price else -price end order by line_id))[1] as moved,
        (array_agg(balance order by line_id desc))[1] as last from statement_line group by statement_id
    ) e where e.statement_id = s.statement_id
  `.execute(tx)
}
