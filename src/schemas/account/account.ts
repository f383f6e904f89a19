import { defineForm, type Field } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { MAILBOX } from '../outbox/outbox.ts'
import { DIGITS_AND_LETTERS } from './password.ts'

export const accountReaches = { 1: '全部项目', 2: '指定项目' } as const

const words = { required: '密码必须至少6位', minLength: '密码必须至少6位', pattern: '密码必须包含数字和字母' }

/** A password that one gives to someone else. */
const passwordField = (title: string) =>
  ({
    type: 'string',
    title,
    'x-is': 'newPassword',
    'x-wide': true,
    minLength: 6,
    maxLength: 64,
    pattern: DIGITS_AND_LETTERS,
    description: '至少6位，须同时包含数字和字母。保存后不再显示，请先记下并告知本人',
    'x-msg': words,
  }) as const satisfies Field

const facts = {
  name: { type: 'string', title: '姓名', maxLength: 40 },
  email: {
    type: 'string',
    title: '电子邮箱',
    maxLength: 100,
    pattern: MAILBOX,
    description: '提醒可另发到这里，见 房态提醒设置',
    'x-msg': { pattern: '请填写正确的电子邮箱，如 name@example.com' },
  },
  role_id: {
    type: 'integer',
    title: '角色',
    'x-is': 'ref',
    ...idRange,
    'x-lookup': { call: '/api/role/find', value: 'role_id', label: 'name', search: 'keyword' },
  },
  superior_id: {
    type: 'integer',
    title: '直属上级',
    'x-is': 'ref',
    ...idRange,
    description: '审批设置里“申请人直属上级”即此人',
    'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
  },
  reach: {
    type: 'integer',
    title: '项目范围',
    'x-is': 'radio',
    oneOf: [
      { const: 1, title: accountReaches[1] },
      { const: 2, title: accountReaches[2] },
    ],
    default: 1,
  },
  projects: {
    type: 'array',
    title: '可见项目',
    'x-is': 'refs',
    'x-when': { reach: 2 },
    'x-wide': true,
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    items: anId,
    'x-lookup': { call: '/api/project/index', value: 'p_id', label: 'name' },
    'x-msg': { required: '请选择可见项目', minItems: '请选择可见项目' },
  },
} as const satisfies Record<string, Field>

export const accountForm = defineForm({
  title: '新增账号',
  type: 'object',
  properties: {
    user_name: { type: 'string', title: '账号', maxLength: 60, pattern: '^\\S+$', 'x-msg': { pattern: '账号不能有空格' } },
    ...facts,
    password: passwordField('初始密码'),
  },
  required: ['user_name', 'name', 'role_id', 'reach', 'projects', 'password'],
  additionalProperties: false,
})

export const editAccountForm = defineForm({
  title: '编辑账号',
  type: 'object',
  properties: facts,
  required: ['name', 'role_id', 'reach', 'projects'],
  additionalProperties: false,
})

export const newPasswordForm = defineForm({
  title: '重置密码',
  description: '此人正在使用的会话会立即退出。',
  type: 'object',
  properties: { password: passwordField('新密码') },
  required: ['password'],
  additionalProperties: false,
})
