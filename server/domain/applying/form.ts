import type { FormSchema, RowSchema } from '../../../src/core/form.ts'
import { anId } from '../../../src/core/ids.ts'
import { lettingMasksThrough } from '../../../src/derive/actions.ts'
import { pickedFields } from '../telephone/index.ts'

/** What an applicant says himself; how many they are follows from whom he names, and the telephone is the one that he has shown to be his. */
export const ASKED = [
  'custom_name',
  'card',
  'p_id',
  'nature',
  'priority',
  'room_type',
  'income',
  'housing_area',
  'employer',
  'note',
] as const
/** What the papers that are asked for hang on stays as it was submitted. */
export const SETTLED: readonly string[] = ['p_id', 'nature']

const MEMBERS = 19
/** Photographs of an application, and of one paper. */
export const MAX_PHOTOS = 60
export const MAX_OF_PAPER = 9

const memberRow = (): RowSchema => {
  const { properties, required } = pickedFields('member', ['name', 'relation', 'card'])
  return {
    type: 'object',
    properties: { member_id: { title: '编号', ...anId }, ...properties },
    required,
    additionalProperties: false,
  }
}

const photoRow: RowSchema = {
  type: 'object',
  properties: { paper: { title: '材料', ...anId }, file_id: { title: '照片', ...anId } },
  required: ['paper', 'file_id'],
  additionalProperties: false,
}

/** 申请住房 on a telephone: what staff are asked when they register an application, as far as an applicant can say it, with the household and the photographs. */
export const applyForm = (): FormSchema => formWith(memberRow())

const formWith = (members: RowSchema): FormSchema => {
  const { properties, required } = pickedFields('qualification', ASKED)
  return {
    title: '申请住房',
    type: 'object',
    properties: {
      ...properties,
      members: { type: 'array', title: '家庭成员', 'x-is': 'rows', maxItems: MEMBERS, items: members },
      photos: { type: 'array', title: '照片', 'x-is': 'rows', maxItems: MAX_PHOTOS, items: photoRow },
    },
    required,
    additionalProperties: false,
  }
}

/** The same where the application is there already: numbers are shown masked, and one that is left so stays as it is. */
export const mendForm = (): FormSchema => {
  const form = lettingMasksThrough(formWith(lettingMasksThrough(memberRow())))
  const settled = SETTLED.map((name) => [name, { ...form.properties[name], 'x-hidden': true }])
  return { ...form, properties: { ...form.properties, ...Object.fromEntries(settled) } }
}
