import type { Call } from '../../../server/calls/defineCall.ts'
import type { Field, RowSchema } from '../../../src/core/form.ts'
import { companyCode, flat, flowOf, type Ground } from '../store/ground.ts'

type Params = Record<string, unknown>
let count = 0

const REGIONS: Params = { province_id: 31, city_id: 3101, county_id: 310115, province: 31, city: 3101, county: 310115, town: 310115005 }

const exampleValue = (name: string, field: Field): unknown => {
  if (name in REGIONS) return REGIONS[name]
  if (field.type === 'array') return field.minItems ? [field.items.type === 'object' ? exampleOf(field.items) : 1] : []
  if (field.type === 'number') return field.minimum ?? 1
  if (field.type === 'integer') {
    if ('oneOf' in field) return field.oneOf[0]?.const
    return 'const' in field && field.const !== undefined ? field.const : Math.max(1, ('minimum' in field && field.minimum) || 1)
  }
  if (field.format === 'date') return '2026-01-01'
  if (field['x-is'] === 'phone') return `138${String(++count).padStart(8, '0')}`
  if (field['x-is'] === 'card') return '310101199003070019'
  if (field['x-checks'] !== undefined) return companyCode(700_000 + ++count)
  if (field['x-is'] === 'bank') return '6222021001098550814'
  if (field.pattern?.includes('{32}')) return '0'.repeat(32)
  if (field.pattern === '^\\d+( \\d+)*$') return '1 2 3'
  if (field.pattern === '^\\d{20}$') return String(++count).padStart(20, '1')
  if (field.pattern === '^\\d{4}-(0[1-9]|1[0-2])$') return '2026-01'
  if (field.pattern === '^[!-~]+$') return 'a-secret-of-an-example'
  return `例${++count}`
}

/** Gives values that a schema accepts as far as it can say: its required fields only. */
export const exampleOf = (schema: RowSchema): Params =>
  Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, field]) => [name, exampleValue(name, field)]),
  )

/** Gives params that a call accepts, new ones each time where it keeps names unique. A call on rows gets row 1. */
export const goodParams = (call: Call, ground: Ground): Params => {
  if (call.path === '/api/org/add' || call.path === '/api/unit/add') return flat(ground)
  if (call.path === '/api/flow/add') return flowOf(ground)
  if (call.path === '/api/life/timeline') return { resource: 'lessee', id: 1 }
  const [key = ''] = Object.keys(call.params.properties)
  return { ...('ids' in call.params.properties ? { [key]: 1 } : {}), ...exampleOf(call.params) }
}
