import { defineCount } from '../../calls/defineCount.ts'
import { doubtsOf, judgedOf, saidOf } from './judging.ts'

export default [
  /** What is judged of an application: who looks at it sees what would be asked when it is passed, and of one that is decided what it was decided by. */
  defineCount({
    of: 'qualification',
    columns: ['judged', 'duplicates', 'missing'],
    tells: ['material'],
    rows: async (db, keys) =>
      (await judgedOf(db, keys)).map(({ key, verdicts, duplicates, missing }) => ({
        key,
        judged: verdicts.length === 0 ? '没有限制' : verdicts.map(({ says }) => says).join('；'),
        duplicates: duplicates.length > 0 ? duplicates.join('；') : null,
        missing: missing.length > 0 ? missing.join('、') : null,
      })),
  }),
  /** What other bureaus' files say against it, for whoever may read that. */
  defineCount({
    of: 'qualification',
    columns: ['doubts'],
    tells: ['doubt'],
    rows: async (db, keys) => {
      const found = await doubtsOf(db, keys)
      return keys.map((key) => ({ key, doubts: saidOf(found, key).join('；') || null }))
    },
  }),
]
