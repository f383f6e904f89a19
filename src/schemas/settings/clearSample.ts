import { defineForm } from '../../core/form.ts'

/** What is cleared, as the question counts it: tables, and what staff call their rows. What belongs to them is counted together. */
export const clearedParts = {
  project: '项目',
  community: '小区',
  org: '房间',
  lessee: '租客',
  company: '企业',
  contract: '合同',
  bill: '账单',
  flow: '流水',
  waiting: '轮候',
} as const

/** How many rows of each part are cleared, and how many of everything else. */
export type ClearedCounts = Readonly<Record<keyof typeof clearedParts | 'others', number>>

/** 清空示例数据: typed out, because it takes every room, contract and flow away. */
export const clearSampleForm = defineForm({
  title: '清空示例数据',
  description: '将删除全部项目、小区、房源、合同、租客和流水，包括之后登记的；账号和基础设置保留。此操作不可撤销。',
  type: 'object',
  properties: {
    confirm: {
      type: 'string',
      title: '确认',
      'x-wide': true,
      maxLength: 20,
      pattern: '^清空示例数据$',
      description: '请输入“清空示例数据”',
      'x-msg': { required: '请输入“清空示例数据”以确认', pattern: '请输入“清空示例数据”以确认' },
    },
  },
  required: ['confirm'],
  additionalProperties: false,
})
