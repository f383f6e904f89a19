import { form } from '../../../src/derive/callParams.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { findRecords } from './findRecords.ts'

const params = form(
  '查找记录',
  {
    keyword: { type: 'string', title: '房号、姓名、号码、合同号或账单号', maxLength: 50, 'x-msg': { required: '请填写要查找的内容' } },
  },
  ['keyword'],
)

/** The palette's: whoever is logged in may ask, and is answered of what their role may read. */
export default [
  defineCall({ path: '/api/search/find', label: params.title, group: '会话', can: 'session', weight: 'search', params }, findRecords),
]
