/** The choice of a room by its number, as every dialog about one room has it; `required` is what staff read when none is chosen. */
export const roomField = (title: string, required: string) =>
  ({
    type: 'integer',
    title,
    'x-is': 'ref',
    minimum: 1,
    maximum: 2_147_483_647,
    'x-lookup': { call: '/api/org/find', value: 'org_id', label: ['region_name', 'unit_floor'], search: 'unit_number' },
    'x-msg': { required },
  }) as const
