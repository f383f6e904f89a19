import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { projectFirst } from '../property/room.ts'
import { contractForm } from './contract.ts'
import { feeFields, feeRequired } from './fees.ts'
import { aDate, days, fen, MAX_TERM } from './terms.ts'

const { custom_id, months, rent, deposit, deposit_payer, payment_ratio, mode, cycle, first_part, due_way, due_days, note } =
  contractForm.properties

/** No household can have rented longer before than it may rent in all. */
const MOST_DAYS = MAX_TERM * 31

/**
 * 登记已签合同: a contract that was signed on paper before the operator began with anju, and is running. A file's row has the same fields. What is not said
 * of how rent is paid is the operator's (合同设置).
 */
export const enterForm = defineForm({
  title: '登记已签合同',
  description:
    '登记在别处签订、正在履行的合同：登记后即为履行中，从“房租已收至”的次日起按付款计划生成房租账单，已收押金记入押金台账。成批的用“导入”。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    sn: {
      type: 'string',
      title: '合同号',
      description: '原来的合同号，不填由系统编号',
      maxLength: 60,
      pattern: '^\\S(.*\\S)?$',
      'x-section': '租客与房间',
      'x-msg': { pattern: '合同号前后不能有空格' },
    },
    custom_id: {
      ...custom_id,
      'x-section': undefined,
      'x-when': undefined,
      description: '导入时可填身份证号，或姓名加身份证号；没有登记的先在用户列表新增或导入',
    },
    org_id: {
      type: 'integer',
      title: '房间',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': {
        call: '/api/contract/rooms',
        value: 'org_id',
        label: ['region_name', 'unit_floor'],
        search: 'keyword',
        ...projectFirst('p_id'),
      },
      'x-msg': { required: '请选择房间' },
    },
    signed_on: { ...aDate('签订日期', '签订日期必填'), 'x-happened': true, 'x-section': '租期' },
    start_date: aDate('开始日期', '开始日期必填'),
    end_date: { ...aDate('结束日期', '结束日期必填'), description: '结束日期、租期填一个即可' },
    months: { ...months, 'x-initial': undefined },
    keys_on: { ...aDate('交钥匙日期', '交钥匙日期必填'), 'x-happened': true, description: '还没有交的不填' },
    carried_days: { ...days('此前已租', MOST_DAYS, '此前已租必填'), description: '这户在这份合同之前已租的天数，算进累计租期上限' },
    rent,
    deposit,
    deposit_payer,
    payment_ratio,
    mode,
    cycle,
    first_part: { ...first_part, 'x-when': undefined },
    due_way,
    due_days: { ...due_days, title: '应付日天数' },
    ...feeFields,
    deposit_held: {
      ...fen('已收押金', 0),
      description: '已收、现由本单位保管的押金，没有收过填 0；比押金少的，其余生成押金账单',
      'x-section': '在这之前已收的',
    },
    collected_to: { ...aDate('房租已收至', '房租已收至必填'), description: '已收到哪一天的房租，须是一个账期的最后一天；没有收过的不填' },
    papers: {
      type: 'array',
      title: '合同扫描件',
      'x-is': 'files',
      'x-wide': true,
      maxItems: 9,
      uniqueItems: true,
      items: { type: 'integer', ...idRange },
    },
    note,
  },
  required: ['custom_id', 'org_id', 'signed_on', 'start_date', 'rent', 'deposit_held', ...feeRequired],
  additionalProperties: false,
})
