import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'

/** 个人信息: what others see of a member of staff (spec.md section 3, stored user info). */
export const profileForm = defineForm({
  title: '编辑个人信息',
  type: 'object',
  properties: {
    nickname: { type: 'string', title: '昵称', maxLength: 40, 'x-wide': true, 'x-msg': { required: '昵称必填' } },
    avatar: {
      type: 'array',
      title: '头像',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 1,
      uniqueItems: true,
      items: anId,
      'x-msg': { maxItems: '最多只能上传1张' },
    },
  },
  required: ['nickname'],
  additionalProperties: false,
})
