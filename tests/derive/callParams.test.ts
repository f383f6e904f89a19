import { expect, test } from 'vitest'
import { resources } from '../../src/declared/declared.ts'
import { indexParams } from '../../src/derive/callParams.ts'

test('a list is filtered by a text as long as that text can be: a name of sixty signs, a hash copied whole', () => {
  const tooShort = resources.flatMap((resource) => {
    const { properties } = indexParams(resource)
    return resource.columns.flatMap(({ name, spec }) => {
      const param = properties[name]
      const longest = 'max' in spec && typeof spec.max === 'number' ? spec.max : 60
      return param?.type === 'string' && !param.format && (param.maxLength ?? 0) < Math.min(longest, 100)
        ? [`${resource.name}.${name}: ${param.maxLength} of ${longest}`]
        : []
    })
  })
  expect(tooShort).toEqual([])
})
