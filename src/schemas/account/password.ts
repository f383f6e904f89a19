import { defineForm } from '../../core/form.ts'

export const DIGITS_AND_LETTERS = '^(?=.*[0-9])(?=.*[A-Za-z])'

/** 修改密码 (spec.md section 5). The dialog sends the md5 of each field as raw_pwd, new_pwd and rep_pwd. */
export const passwordForm = defineForm({
  title: '修改密码',
  type: 'object',
  properties: {
    oldPwd: { type: 'string', title: '原密码', 'x-is': 'password', 'x-wide': true, maxLength: 64, 'x-msg': { required: '原密码不能为空' } },
    newPwd: {
      type: 'string',
      title: '新密码',
      'x-is': 'password',
      'x-wide': true,
      minLength: 6,
      maxLength: 64,
      pattern: DIGITS_AND_LETTERS,
      description: '至少6位，须同时包含数字和字母',
      'x-msg': { required: '新密码必须至少6位', minLength: '新密码必须至少6位', pattern: '密码必须包含数字和字母' },
    },
    agentPwd: {
      type: 'string',
      title: '确认密码',
      'x-is': 'password',
      'x-wide': true,
      maxLength: 64,
      pattern: DIGITS_AND_LETTERS,
      'x-same': 'newPwd',
      'x-msg': { required: '密码确认不能为空', same: '两次输入的密码不一致', pattern: '确认密码必须包含数字和字母' },
    },
  },
  required: ['oldPwd', 'newPwd', 'agentPwd'],
  additionalProperties: false,
})
