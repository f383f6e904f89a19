import type { Lookup } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'

/** A project comes before its rooms (spec.md section 5); `param` is the one by which the rooms' call takes it. */
export const projectFirst = (param: string): Pick<Lookup, 'within' | 'waiting'> => ({
  within: { title: '所在项目', call: '/api/Project/find', param, value: 'p_id', label: 'name', search: 'keyword' },
  waiting: '请先输入项目名称选择',
})

/** Where rooms are searched by their community and number, in every dialog about one. */
export const roomLookup: Lookup = {
  call: '/api/org/find',
  value: 'org_id',
  label: ['region_name', 'unit_floor'],
  search: 'keyword',
  ...projectFirst('p_id'),
}

/** The choice of a room by its number; `required` is what staff read when none is chosen. */
export const roomField = (title: string, required: string) =>
  ({
    type: 'integer',
    title,
    'x-is': 'ref',
    ...idRange,
    'x-lookup': roomLookup,
    'x-msg': { required },
  }) as const
