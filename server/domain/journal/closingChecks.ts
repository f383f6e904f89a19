import { codesOf } from '../../../src/core/states.ts'
import closing from '../../../src/resources/closing/closing.ts'
import { type BookCheck, debits, ids } from './bookCheck.ts'
import { chart } from './chart.ts'

const SHUT = codesOf(closing, 'shut').join(', ')

/** Of years that are carried to 4103 and not opened again. */
const CARRIED = '(select year from year_close group by year having sum(price) > 0)'

/** What must hold of what closes a month and a year. */
export const closingChecks: readonly BookCheck[] = [
  {
    name: 'sealed',
    label: '已结账月份的分录 = 结账时的封印',
    wrong: `select 'closing_day', coalesce(d.closing_day_id, j.closing_id), null::integer, null::bigint, null::bigint
      from (
        select c.closing_id, j.* from closing c
        cross join lateral journal_digests(to_date(c.month, 'YYYY-MM'), (to_date(c.month, 'YYYY-MM') + interval '1 month')::date - 1) j where c.status in (${SHUT})
      ) j
      full join closing_day d on d.closing_id = j.closing_id and d.day = j.day
      where (j.day is null or d.day is null or (d.lines, d.digest) is distinct from (j.lines, j.digest))
      union all
      select 'closing', c.closing_id, null, null, null from closing c
      where c.status in (${SHUT}) and c.seal is distinct from seal_of((select f.seal from closing f where f.month < c.month and f.seal is not null order by f.month desc limit 1), c.closing_id)`,
  },
  {
    name: 'allowance',
    label: '坏账准备科目 = 计提 − 冲减它的坏账 + 收回',
    wrong: `select 'allowance', coalesce(e.allowance_id, 0), coalesce(e.p_id, j.p_id), coalesce(e.price, 0), -coalesce(j.price, 0)
      from (
        select p_id, max(allowance_id) as allowance_id, sum(price)::bigint as price from (
          select p_id, allowance_id, price from allowance
          union all select a.p_id, null, a.price from bill_adjust a join bill b on b.bill_id = a.bill_id where a.by_allowance = 1 and b.is_void = 0
        ) part group by p_id
      ) e full join ${debits('p_id', ids(chart.allowance))} j on j.p_id = e.p_id
      where coalesce(e.price, 0) <> -coalesce(j.price, 0)`,
  },
  {
    name: 'year',
    label: '年结以后全年损益科目为零，本年利润 = 结转之和',
    wrong: `select 'closing', c.closing_id, w.p_id, 0::bigint, w.price
      from (
        select to_char(j.day, 'YYYY') as year, j.p_id, j.ledger_account_id, sum(case j.side when 1 then j.price else -j.price end)::bigint as price
        from journal_line j join ledger_account a on a.ledger_account_id = j.ledger_account_id and a.kind = 4 where to_char(j.day, 'YYYY') in ${CARRIED} group by 1, 2, 3
      ) w
      join closing c on c.month = w.year || '-12' where w.price <> 0
      union all
      select 'year_close', coalesce(y.year_close_id, 0), coalesce(y.p_id, j.p_id), coalesce(y.price, 0), -coalesce(j.price, 0)
      from (select p_id, max(year_close_id) as year_close_id, sum(case side when 1 then price else -price end)::bigint as price from year_close where p_id is not null group by p_id) y
      full join ${debits('p_id', ids(chart.yearProfit))} j on j.p_id = y.p_id
      where coalesce(y.price, 0) <> -coalesce(j.price, 0)`,
  },
]
