import { anId, idRange } from '../core/ids.ts'

/** What repairs, inspections and violations ask alike: up to nine photographs. */
export const photos = (title: string) =>
  ({
    type: 'array',
    title,
    'x-is': 'images',
    'x-wide': true,
    maxItems: 9,
    uniqueItems: true,
    items: anId,
    'x-msg': { maxItems: '最多只能上传9张' },
  }) as const

/** A member of staff, found by name; `required` is what is read when nobody is chosen. */
export const staffField = (title: string, required: string) =>
  ({
    type: 'integer',
    title,
    'x-is': 'ref',
    ...idRange,
    'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
    'x-msg': { required },
  }) as const

/** Several lines that have to be filled in; `required` is what is read when they are not. */
export const lines = (title: string, required: string) =>
  ({ type: 'string', title, 'x-is': 'note', maxLength: 500, 'x-wide': true, 'x-msg': { required } }) as const

/** From which inspection a record begins: that one fills it in, nobody types it. */
export const inspectOrigin = { ...anId, title: '巡检任务', 'x-hidden': true } as const
