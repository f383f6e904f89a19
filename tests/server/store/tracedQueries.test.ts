import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutValues } from '../../../server/store/connection/tracedQueries.ts'

test('a statement is told without the values that are written in it, on one line, and short', () => {
  expect(withoutValues("select \"a1\", $12\n  from t where x = 310101.5 and y = '李四''s' limit 20")).toBe(
    'select "a1", $12 from t where x = ? and y = ? limit ?',
  )
  expect(withoutValues(`select ${'a, '.repeat(500)}b`)).toHaveLength(200)
  // A text that is cut in its middle is none the less one.
  expect(withoutValues(`select '${'很长的值'.repeat(200)}'`)).toBe('select ?')
})

test('whatever is written in quotes is not told', () => {
  const value = fc.string({ minLength: 1, maxLength: 600, unit: fc.constantFrom('值', "'", '\\', ' ', '9', '-', '\n', '$', '"') })
  fc.assert(
    fc.property(value, value, (one, two) => {
      const written = (text: string): string => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
      const told = withoutValues(`select set_config(${written(one)}, true), set_config(${written(two)}, true)`)
      expect('select set_config(E?, true), set_config(E?, true)'.startsWith(told.replace(/,$/, ''))).toBe(true)
      expect(told).not.toMatch(/[值9\\"']/)
    }),
  )
})
