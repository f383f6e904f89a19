import { type RawBuilder, sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { FirstStep } from '../../../src/protocol/workbench.ts'
import closing from '../../../src/resources/closing/closing.ts'
import { knownCall } from '../../caller/knownCalls.ts'
import type { Context } from '../../calls/defineCall.ts'
import { codesHeld } from '../../calls/findable.ts'
import { together } from '../../calls/together.ts'
import { allOf, scopeCondition, scopeOf } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'

interface Step extends Omit<FirstStep, 'isDone'> {
  /** How many rows an installation brings itself: done is what has more. */
  brings?: number
  /** Which rows count; all where left out. */
  counts?: RawBuilder<unknown>
}

/** A month that is closed. */
const isShut = sql`t.status in (${inSet(closing, 'shut')})`

/** In which order an operator begins, and why so: what is below names what is above (docs/going-live.md). */
const steps: readonly Step[] = [
  { label: '登记项目', resource: 'project', begins: '/api/project/add', hint: '权限、账、报表都按项目分' },
  { label: '登记房源类型', resource: 'kind', begins: '/api/kind/add', hint: '各写明出租方式：整栋、整套或单间' },
  { label: '开账号', resource: 'account', begins: '/api/admin/add', brings: 1, hint: '一人一个；能做什么由角色定，负责哪些项目在账号里定' },
  {
    label: '登记收款账户',
    resource: 'own_account',
    begins: '/api/own_account/add',
    brings: 5,
    hint: '银行、微信、支付宝、POS、现金，各支付方式默认用哪一个',
  },
  { label: '登记房源', resource: 'org', begins: '/api/unit/add', hint: '多的在列表里导入；小区、楼栋随房间登记' },
  { label: '登记租客', resource: 'lessee', begins: '/api/lessee/add', hint: '多的在列表里导入，按身份证号认人' },
  {
    label: '签合同',
    resource: 'contract',
    begins: '/api/contract/add',
    at: '/contract/contract',
    hint: '已在履行的，“登记已签合同”或导入；房租账单由合同生成',
  },
  {
    label: '期初建账',
    resource: 'opening',
    begins: '/api/opening/add',
    isOptional: true,
    hint: '从别的系统搬来的欠租、预收、余额与押金；新开张的不用做',
  },
  { label: '每天备份', resource: 'backup_copy', begins: '/api/backup_copy/make', at: '/setting/safety', hint: '选好备份到哪里并保存' },
  {
    label: '结第一个月的账',
    resource: 'closing',
    begins: '/api/closing/close',
    counts: isShut,
    hint: '收款、对账以后照清单结账；结了账，这里不再列出',
  },
]

/** Whether the first month is behind an operator, or what is there is the sample: then nobody is to be told how to begin. */
const isUnderWay = async ({ tx }: Context): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from closing t where ${isShut}) or exists (select from setting where name = 'sample') as is
  `.execute(tx)
  return rows[0]?.is ?? false
}

/** Gives the steps by which an operator begins, of those that the caller may take; none once the first month is closed. */
export const firstSteps = async (context: Context): Promise<FirstStep[]> => {
  if (await isUnderWay(context)) return []
  const codesOf = ({ begins }: Step): readonly string[] => knownCall(begins)?.codes ?? []
  const held = await codesHeld(context, [...new Set(steps.flatMap(codesOf))])
  const mayTake = (step: Step): boolean => codesOf(step).some((code) => held.has(code))
  const looked = async ({ brings = 0, counts = sql`true`, ...step }: Step): Promise<FirstStep> => {
    const resource = resourceNamed(step.resource)
    const where = allOf([counts, ...scopeCondition(resource, scopeOf(resource, context.session))])
    const { rows } = await sql<{ is: boolean }>`
      select exists (select from ${sql.table(resource.table)} as t where ${where} offset ${brings}::integer) as is
    `.execute(context.tx)
    return { ...step, isDone: rows[0]?.is ?? false }
  }
  return together(steps.filter(mayTake).map(looked))
}
