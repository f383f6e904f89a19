import { defineForm, type Field } from '../../core/form.ts'

const month = (title: string, required: string) =>
  ({
    type: 'string',
    title,
    maxLength: 7,
    pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
    description: '如 2026-01',
    'x-msg': { required, pattern: `${title}须为年-月，如 2026-01` },
  }) as const satisfies Field

/** 缴纳证明 of months that are chosen. */
export const certificateForm = defineForm({
  title: '租金缴纳证明',
  description: '按月列出这段时间租客承担的房租应缴、已缴多少；随后在租客详情的“缴纳证明”里打印。最近 12 个月的，直接点“缴纳证明”。',
  type: 'object',
  properties: { from_month: month('从', '从哪个月必填'), to_month: month('到', '到哪个月必填') },
  required: ['from_month', 'to_month'],
  additionalProperties: false,
})
