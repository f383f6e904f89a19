import { defineForm, type Field } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'

const onOff = [
  { const: 1, title: '提醒' },
  { const: 2, title: '不提醒' },
] as const

/** Whether it reminds of a subject. */
const subject = (title: string) => ({ type: 'integer', title, oneOf: onOff, 'x-is': 'radio', default: 1 }) as const satisfies Field

/** Whether it also tells people elsewhere. */
const elsewhere = (title: string, description: string) =>
  ({
    type: 'integer',
    title,
    description,
    'x-is': 'radio',
    oneOf: [
      { const: 1, title: '发' },
      { const: 2, title: '不发' },
    ],
    default: 2,
  }) as const satisfies Field

/** The numbers of days at which it reminds. */
const daysOf = <const N extends string>(title: string, when: N, first: readonly number[]) =>
  ({
    type: 'array',
    title,
    'x-is': 'rows',
    'x-when': { [when]: 1 } as Readonly<Record<N, number>>,
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    items: {
      type: 'object',
      properties: { days: { type: 'integer', title: '天数', 'x-unit': '天', minimum: 1, maximum: 720 } },
      required: ['days'],
      additionalProperties: false,
    },
    default: first.map((days) => ({ days })),
    'x-msg': { required: `${title}必填`, minItems: `${title}必填` },
  }) as const satisfies Field

/** 房态提醒设置 (domain.md, Around it): of what, how early, whom. The days are those of domain.md, Rules of the trade. */
export const reminderForm = defineForm({
  title: '房态提醒设置',
  description: '到了填写的天数各提醒一次：每人、每份合同（每张账单、每间空房、每次看房）、每个天数只有一条消息。',
  type: 'object',
  properties: {
    contract: subject('合同到期'),
    contract_days: daysOf('到期前多少天', 'contract', [90, 60, 30]),
    cap: subject('累计租期将满'),
    cap_days: daysOf('满上限前多少天', 'cap', [90, 60, 30]),
    arrears: subject('欠租'),
    arrears_days: daysOf('逾期后多少天', 'arrears', [30, 60, 90, 180]),
    vacancy: subject('空置'),
    vacancy_days: daysOf('空置满多少天', 'vacancy', [30, 60, 90]),
    viewing: subject('看房'),
    viewing_days: daysOf('看房前多少天', 'viewing', [1]),
    hour: {
      type: 'integer',
      title: '每天几点提醒',
      'x-unit': '点',
      minimum: 0,
      maximum: 23,
      default: 8,
      'x-section': '时间与对象',
    },
    whom: {
      type: 'integer',
      title: '提醒谁',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '能看到的人' },
        { const: 2, title: '指定角色' },
        { const: 3, title: '指定账号' },
      ],
      default: 1,
      description: '只提醒有权查看这份合同、账单、房源或看房预约，且负责它所在项目的账号',
    },
    roles: {
      type: 'array',
      title: '角色',
      'x-is': 'refs',
      'x-wide': true,
      'x-when': { whom: 2 },
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      items: anId,
      'x-lookup': { call: '/api/role/find', value: 'role_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择角色', minItems: '请选择角色' },
    },
    accounts: {
      type: 'array',
      title: '账号',
      'x-is': 'refs',
      'x-wide': true,
      'x-when': { whom: 3 },
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      items: anId,
      'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择账号', minItems: '请选择账号' },
    },
    by_mail: {
      ...elsewhere('另发电子邮件', '每人每次一封，列出新的提醒；只发给填了电子邮箱的账号'),
      'x-section': '消息之外',
    },
    by_push: elsewhere('另发到推送接口', '每件事一条；怎样送出见 外发设置'),
    viewing_visitor: {
      ...elsewhere('看房也告知看房人', '只说时间、小区与房间；经推送接口送出（带看房人的手机号），没有设接口的由员工在发件箱里告知'),
      'x-when': { viewing: 1 },
    },
  },
  required: [
    'contract',
    'contract_days',
    'cap',
    'cap_days',
    'arrears',
    'arrears_days',
    'vacancy',
    'vacancy_days',
    'viewing',
    'viewing_days',
    'hour',
    'whom',
    'roles',
    'accounts',
    'by_mail',
    'by_push',
    'viewing_visitor',
  ],
  additionalProperties: false,
})
