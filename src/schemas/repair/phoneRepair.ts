import { defineForm, type FormSchema } from '../../core/form.ts'
import { lines } from '../services.ts'
import { satisfactions } from './repair.ts'

/** 补充: what a tenant says beside what he has reported. */
export const supplementForm = defineForm({
  title: '补充',
  type: 'object',
  properties: {
    note: { type: 'string', title: '补充说明', 'x-is': 'note', maxLength: 300 },
    photos: { type: 'array', title: '照片', 'x-is': 'images', maxItems: 9, uniqueItems: true, items: { type: 'integer', minimum: 1 } },
  },
  required: [],
  additionalProperties: false,
})

/** 确认结果: the tenant's own 回访. What is not mended goes back to whoever did it. */
export const tenantReviewForm = defineForm({
  title: '确认结果',
  type: 'object',
  properties: {
    is_fixed: {
      type: 'integer',
      title: '修好了吗',
      'x-is': 'radio',
      oneOf: [
        { const: 1, title: '修好了' },
        { const: 2, title: '没修好' },
      ],
      'x-msg': { required: '请选择修好了没有' },
    },
    reason: { ...lines('哪里没修好', '请写明哪里没修好'), maxLength: 200, 'x-when': { is_fixed: 2 } },
    satisfaction: {
      type: 'integer',
      title: '满意度',
      'x-is': 'radio',
      oneOf: [5, 4, 3, 2, 1].map((value) => ({ const: value, title: satisfactions[value as keyof typeof satisfactions] })),
      'x-msg': { required: '请选择满意度' },
    },
    feedback: { type: 'string', title: '想说的话', 'x-is': 'note', maxLength: 500, 'x-when': { is_fixed: 1 } },
  },
  required: ['is_fixed', 'reason', 'satisfaction'],
  additionalProperties: false,
})

/** What can be done with a repair from its tenant's telephone, as it now stands. */
type RepairDeed = 'supplement' | 'withdraw' | 'review'

/** A repair, on the tenant's telephone. */
export interface ShownRepair {
  repair_id: number
  number: string
  room: string
  kind: string
  description: string
  supplement: string
  /** `YYYY-MM-DD HH:mm`. */
  reportedAt: string
  /** The word for its state, and what that means for whom it is of. */
  state: string
  said: string
  /** What else there is to know, in words: who comes, when, what was done. */
  facts: readonly { label: string; value: string }[]
  photos: readonly number[]
  afterPhotos: readonly number[]
  may: readonly RepairDeed[]
}

/** What a tenant's telephone shows: where he lives, how to report, and what he has reported. */
export interface RepairsView {
  operator: string
  notice: string
  /** Masked. */
  phone: string
  homes: readonly { const: number; title: string; description: string }[]
  /** How many more he may report today. */
  left: number
  form: FormSchema
  supplement: FormSchema
  review: FormSchema
  repairs: readonly ShownRepair[]
}
