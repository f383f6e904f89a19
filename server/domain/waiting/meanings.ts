import { codeOf, codesOf } from '../../../src/core/states.ts'
import doubt from '../../../src/resources/comparison/doubt.ts'
import objection from '../../../src/resources/waiting/objection.ts'
import { defineMeaning } from '../../store/reading/meanings.ts'

const upheld = codeOf(doubt, 'upheld')
const withDoubts = (states: readonly number[]): string =>
  `t.apply_id in (select d.apply_id from doubt d where d.status in (${states.join(', ')}))`

export default [
  defineMeaning({
    of: 'waiting',
    column: 'doubted',
    means: {
      1: `${withDoubts(codesOf(doubt, 'undecided'))} and not exists (select from doubt d where d.apply_id = t.apply_id and d.status = ${upheld})`,
      2: withDoubts([upheld]),
    },
  }),
  defineMeaning({
    of: 'waiting',
    column: 'objected',
    means: { 1: `t.wait_id in (select o.wait_id from objection o where o.status = ${codeOf(objection, 'pending')})` },
  }),
]
