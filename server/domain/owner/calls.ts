import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { mergeForm } from '../../../src/schemas/owner/merge.ts'
import { payOwnerForm } from '../../../src/schemas/owner/settlement.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { mergingCall } from '../../calls/mergingCall.ts'
import { scopeOf } from '../../store/reading/filters.ts'
import { readRow } from '../../store/reading/list.ts'
import { foreseenTold } from '../journal/index.ts'
import { findOwners } from './findOwners.ts'
import { ownedTwice } from './merging.ts'
import { makeSettlements } from './settle.ts'

const { own_account_id, paid_on } = payOwnerForm.properties
/** What is typed of a payment so far. */
const payingForm = form('登记前核对', { settlement_id: id('结算单'), own_account_id, paid_on }, ['settlement_id'])

/** Gives what whoever pays a settlement should know of the books before. 404 where it is out of scope. */
const paying = async (context: Context, asked: FormValue<typeof payingForm>): Promise<Preview> => {
  const resource = resourceNamed('owner_settlement')
  const { net } = await readRow(context.tx, resource, asked.settlement_id, scopeOf(resource, context.session), resourceNamed)
  return foreseenTold(context, { day: asked.paid_on, taken: { own_account_id: asked.own_account_id, price: net as number } })
}

export default [
  defineCall(
    {
      path: '/api/owner_settlement/start',
      label: '生成结算单',
      group: '业主',
      can: 'self',
      writes: true,
      params: form('生成结算单', {}, []),
    },
    async (context) => ({ count: await makeSettlements(context) }),
  ),
  defineCall(
    { path: '/api/owner_settlement/paying', label: '登记前核对', group: '业主', can: '/api/owner_settlement/pay', params: payingForm },
    paying,
  ),
  lookupCall(
    {
      path: '/api/owner/find',
      label: '查找业主',
      group: '业主',
      can: '/api/owner/index',
      key: 'owner_id',
      finds: { keyword: { type: 'string', title: '姓名或名称、手机号、身份证号或统一社会信用代码', maxLength: 100 } },
    },
    findOwners,
  ),
  mergingCall({ of: 'owner', field: mergeForm.properties.merged_into, told: ['name', 'card', 'code', 'phone'], conflictOf: ownedTwice }),
]
