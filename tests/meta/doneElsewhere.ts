import type { Call } from '../../server/calls/defineCall.ts'

/** Gives the calls whose deed needs more than the ground of deeds.test.ts has, told by why, with the test that does it. */
export const doneElsewhere = (writes: readonly Call[]): Set<string> => {
  const all: [why: string, paths: string[]][] = [
    ['a file is sent along: import.test.ts, upload.test.ts', writes.filter(({ takesFile }) => takesFile).map(({ path }) => path)],
    ['a trial of a file comes first: import.test.ts', ['/api/import/run', '/api/import/cancel', '/api/import/undo']],
    [
      'a declaration is made, published and versioned first: tests/server/screen',
      ['add', 'save', 'copy', 'publish', 'rollback', 'withdraw', 'restore', 'del'].map((deed) => `/api/screen/${deed}`),
    ],
    [
      'a list’s filter as its screen keeps it: savedFilter.test.ts',
      ['add', 'edit', 'share', 'del'].map((deed) => `/api/saved_filter/${deed}`),
    ],
    ['telephones may apply, and their way here is known: applying.test.ts', ['/api/project/poster']],
    ['tenants may report, and their way here is known: reporting.test.ts', ['/api/project/repair_poster', '/api/contract/send_repair']],
    ['contracts that are not listed yet come first: tests/server/filing/numbers.test.ts', ['/api/filing/backfill']],
    ['the room has a market rent above its contract’s: tests/server/violation/lives.test.ts', ['/api/violation/charge']],
    ['the password that one has: session.test.ts', ['/api/admin/resetPassword']],
    ['it empties the store, of which the sample must be: sample.test.ts', ['/api/sample/clear']],
  ]
  return new Set(all.flatMap(([, paths]) => paths))
}
