import { expect, test } from 'vitest'
import { filledFrom } from '../../src/derive/forms/filledFrom.ts'

test('what a chosen row has not is left to be filled in, not filled in wrongly; of no row nothing is', () => {
  const fills = { rent: 'standard_rent', area: 'area', free: 'is_free' }
  expect(filledFrom({ standard_rent: null, area: 45.5, is_free: 0 }, fills)).toEqual({ rent: undefined, area: 45.5, free: 0 })
  expect(filledFrom(undefined, fills)).toEqual({ rent: undefined, area: undefined, free: undefined })
  expect(filledFrom({ area: 1 })).toEqual({})
})
