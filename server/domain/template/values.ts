import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import type { TemplateValues } from '../../../src/schemas/template/template.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { sampleValues } from './sampleValues.ts'

type ContractRow = Row<'contract', 'sn' | 'start_date' | 'end_date' | 'rent' | 'deposit' | 'payment_ratio'> &
  Row<'lessee', 'card' | 'phone'> &
  Row<'org', 'region_name' | 'unit_floor' | 'address' | 'area'> & { tenant: string | null; company: string | null; project: string | null }

/** Gives the values of a contract for a template; numbers of cards and phones are masked, as wherever they are only looked at. 404 where it is not in scope. */
export const contractValues = async (db: Queryable, scope: Scope, sn: string, now: number): Promise<TemplateValues> => {
  const { rows } = await sql<ContractRow>`
    select c.sn, c.start_date, c.end_date, c.rent, c.deposit, c.payment_ratio, l.name as tenant, l.card, l.phone, f.name as company, p.name as project,
      o.region_name, o.unit_floor, o.address, o.area
    from contract c
    join org o on o.org_id = c.org_id
    left join lessee l on l.custom_id = c.custom_id
    left join company f on f.company_id = c.company_id
    left join project p on p.p_id = c.p_id
    where c.sn = ${sn} and ${inScope(scope, 'c.p_id')}
  `.execute(db)
  const [row] = rows
  if (!row) throw new CallError(404, '没有这个合同号，或不在您负责的项目内', { field: 'sn' })
  return {
    合同号: row.sn,
    出租方: sampleValues.出租方,
    租客姓名: row.tenant ?? '',
    身份证号: row.card ?? '',
    手机号: row.phone ?? '',
    企业名称: row.company ?? '',
    项目名称: row.project ?? '',
    小区: row.region_name ?? '',
    房号: row.unit_floor ?? '',
    地址: row.address ?? '',
    面积: row.area === null ? '' : row.area.toFixed(2),
    开始日期: row.start_date,
    结束日期: row.end_date,
    月租金: fenToYuan(row.rent),
    月租金大写: fenInCapitals(row.rent),
    押金: fenToYuan(row.deposit),
    押金大写: fenInCapitals(row.deposit),
    租客承担比例: `${row.payment_ratio}%`,
    打印日期: dateOf(now),
  }
}
