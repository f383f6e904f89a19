import { expect, test } from 'vitest'
import { resourceNamed } from '../../src/declared/declared.ts'
import { type Change, deeds, putBackOf } from '../../src/derive/history.ts'
import { rowActions } from '../../src/derive/offered.ts'

const back = (name: string, changes: Change[], deed: number = deeds.changed, may = (_code: string) => true) => {
  const resource = resourceNamed(name)
  const way = putBackOf(resource, rowActions(resource, {}, may), { deed, changes })
  return way && { action: way.action.name, given: way.given }
}

test('a change is put back by the dialog that has the most of its fields, with what was before', () => {
  expect(back('kind', [{ column: 'name', before: '两居', after: '大两居' }])).toEqual({ action: 'edit', given: { name: '两居' } })
  expect(back('structure', [{ column: 'parent_id', before: 3, after: 4 }])).toEqual({ action: 'move', given: { parent_id: 3 } })
  expect(back('structure', [{ column: 'head_id', after: 4 }])).toEqual({ action: 'head', given: { head_id: undefined } })
})

test('what was made or deleted, what no dialog has, what is masked and what one may not do is not offered', () => {
  const name: Change = { column: 'name', before: '两居', after: '大两居' }
  expect(back('kind', [name], deeds.made)).toBeNull()
  expect(back('kind', [name], deeds.deleted)).toBeNull()
  expect(back('kind', [name], deeds.changed, () => false)).toBeNull()
  expect(back('structure', [{ column: 'place', before: 1, after: 2 }])).toBeNull()
  expect(back('lessee', [{ column: 'phone', before: '138****5678', after: '139****5678' }])).toBeNull()
})
