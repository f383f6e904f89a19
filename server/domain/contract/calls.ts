import type { Field } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { aboutSome, form, id, pagingParams, reference } from '../../../src/derive/callParams.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import { amendForm } from '../../../src/schemas/contract/amending.ts'
import { contractForm, renewForm } from '../../../src/schemas/contract/contract.ts'
import { enterForm } from '../../../src/schemas/contract/entering.ts'
import { splitForm } from '../../../src/schemas/contract/splits.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { useFiles } from '../../files/useFiles.ts'
import { readSetting } from '../setting/index.ts'
import { addContract } from './addContract.ts'
import { previewAmendment } from './amendPreviews.ts'
import { enterContract } from './enterContract.ts'
import { previewRenewal, previewSplit, previewTerms } from './previews.ts'
import { findLettable } from './rooms.ts'
import { scheduleOf } from './schedule.ts'
import { takeBackEntered } from './takeBack.ts'

const group = '合同'
const ADD = '/api/contract/add'
const ENTER = '/api/contract/enter'
const keyword: Field = { type: 'string', title: '小区和房号', maxLength: 50 }

const asked = contractForm.properties
const termsForm = form(
  '条款与付款',
  {
    // Of a draft that is being revised.
    contract_id: reference('合同'),
    wait_id: reference('轮候'),
    custom_id: reference('租客'),
    org_id: reference('房间'),
    start_date: asked.start_date,
    months: asked.months,
    rent: asked.rent,
    deposit: asked.deposit,
    payment_ratio: asked.payment_ratio,
    mode: asked.mode,
    cycle: asked.cycle,
    first_part: { ...asked.first_part, 'x-when': undefined },
    due_way: asked.due_way,
    due_days: asked.due_days,
  },
  ['start_date', 'rent'],
)

const { reason: _why, ...splittingFields } = splitForm.properties
const { reason: _reason, ...amendingFields } = amendForm.properties
const some = aboutSome(resourceNamed('contract'))

export default [
  defineCall({ path: ADD, label: contractForm.title, group, can: 'self', writes: true, params: contractForm }, (context: Context, params) =>
    addContract(context as never, params),
  ),
  defineCall(
    {
      path: ENTER,
      label: enterForm.title,
      group,
      can: 'self',
      writes: true,
      params: enterForm,
      adds: { makes: ['contract'], row: enterContract, takesBack: { gone: 'void', take: takeBackEntered } },
    },
    async (context: Context, params) => {
      await useFiles(context, resourceNamed('contract'), params)
      return enterContract(context as never, params)
    },
  ),
  lookupCall(
    {
      path: '/api/contract/rooms',
      label: '可签合同的房间',
      group,
      can: [ADD, '/api/contract/move', ENTER, '/api/lease/rooms'],
      weight: 'search',
      key: 't.org_id',
      finds: { p_id: reference('项目'), lease_id: reference('整租'), keyword },
    },
    findLettable,
  ),
  defineCall(
    {
      path: '/api/contract/beginning',
      label: '新合同的初值',
      group,
      can: [ADD, '/api/contract/renew', ENTER, '/api/lease/add', '/api/lease/renew'],
      params: form('新合同的初值', pagingParams()),
    },
    async ({ tx }: Context) => readSetting(tx, contractSetting),
  ),
  defineCall(
    { path: '/api/contract/terms', label: '条款与付款', group, can: [ADD, '/api/contract/revise'], params: termsForm },
    previewTerms,
  ),
  defineCall(
    {
      path: '/api/contract/schedule',
      label: '收款计划',
      group,
      can: '/api/contract/detail',
      params: form('收款计划', { contract_id: id('合同') }, ['contract_id']),
    },
    scheduleOf,
  ),
  defineCall(
    {
      path: '/api/contract/renewal',
      label: '续签后',
      group,
      can: '/api/contract/renew',
      params: form('续签后', { contract_id: id('合同'), rent: renewForm.properties.rent, months: renewForm.properties.months }, [
        'contract_id',
        'rent',
      ]),
    },
    previewRenewal,
  ),
  defineCall(
    {
      path: '/api/contract/amendment',
      label: '变更后',
      group,
      can: '/api/contract/amend',
      params: form('变更后', { ...some, ...amendingFields }, ['from_date']),
    },
    previewAmendment,
  ),
  defineCall(
    {
      path: '/api/contract/splitting',
      label: '约定之后',
      group,
      can: '/api/contract/split',
      params: form('约定之后', { contract_id: id('合同'), ...splittingFields }, [
        'contract_id',
        'bearer',
        'company_id',
        'from_date',
        'way',
      ]),
    },
    previewSplit,
  ),
]
