import type { FormSchema } from '../../../src/core/form.ts'
import { pickedFields } from '../telephone/index.ts'

/** What a tenant says himself: who he is, and by which contract he lives there, is known. */
const ASKED = ['org_id', 'kind', 'urgency', 'description', 'wanted_time', 'photos'] as const

/** 报修 on a telephone: what staff are asked when they register a repair, as far as a tenant can say it. */
export const reportForm = (): FormSchema => ({
  title: '报修',
  type: 'object',
  ...pickedFields('repair', ASKED),
  additionalProperties: false,
})
