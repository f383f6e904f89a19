import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import violation from '../../../src/resources/violation/violation.ts'
import { chargeForm } from '../../../src/schemas/violation/violation.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { scopeOf } from '../../store/reading/filters.ts'
import { readRow } from '../../store/reading/list.ts'
import { addingInRoom, checkNotCharged, planViolation, textOf } from '../contract/index.ts'

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/** Shows what 补收租金 would bill. Throws as `planViolation`, and 409 where there is no contract. */
const charging = async (
  { tx, session }: Context,
  { violation_id, ...days }: { violation_id: number; charged_from: string; charged_to: string },
): Promise<Preview> => {
  const resource = resourceNamed(violation.name)
  const row = (await readRow(tx, resource, violation_id, scopeOf(resource, session), resourceNamed)) as unknown as RowOf<typeof violation>
  const { contract_id } = row
  if (contract_id === null) throw new CallError(409, '发现时房间没有合同，没有人可补收')
  await checkNotCharged(tx, row)
  const { periods, total } = await planViolation(tx, contract_id, days)
  return {
    facts: [{ label: '合计', value: yuan(total) }],
    table: { heads: ['周期', '应付'], rows: periods.map(({ from, to, price }) => [`${textOf(from)} 至 ${textOf(to)}`, yuan(price)]) },
  }
}

export default [
  addingInRoom('violation', { of: 'found_on' }),
  defineCall(
    {
      path: '/api/violation/charging',
      label: '补收租金的明细',
      group: '违规登记',
      can: '/api/violation/charge',
      params: form('补收租金的明细', { violation_id: id('违规登记'), ...chargeForm.properties }, [
        'violation_id',
        'charged_from',
        'charged_to',
      ]),
    },
    charging,
  ),
]
