import { defineForm } from '../../core/form.ts'

/** The beginning of a screen that is declared at run time. */
export const newScreenForm = defineForm({
  title: '新增页面',
  type: 'object',
  properties: {
    label: {
      type: 'string',
      title: '页面名称',
      maxLength: 40,
      description: '菜单和标签上显示的名称，例如“车位登记”',
      'x-msg': { required: '页面名称必填' },
    },
    name: {
      type: 'string',
      title: '代码',
      'x-is': 'code',
      maxLength: 20,
      pattern: '^[a-z][a-z0-9_]{1,19}$',
      'x-code': { from: 'label', call: '/api/screen/taken' },
      description: '接口与数据表的名称，发布后不能再改，例如 parking',
      'x-msg': { required: '代码必填', pattern: '代码须以小写字母开头，由 2–20 个小写字母、数字、下划线组成' },
    },
  },
  required: ['label', 'name'],
  additionalProperties: false,
})

/** What a copy of a screen is called; all else is alike. */
export const copyScreenForm = defineForm({
  ...newScreenForm,
  title: '复制页面',
  description: '字段、状态、操作、打印都与原来的设计稿一样；记录不复制。',
})

/** What is asked before a screen is published. */
export const publishForm = defineForm({
  title: '发布',
  type: 'object',
  properties: {
    note: {
      type: 'string',
      title: '说明',
      'x-is': 'note',
      maxLength: 200,
      description: '这次改了什么，写给以后看版本的人',
      'x-wide': true,
    },
  },
  additionalProperties: false,
})
