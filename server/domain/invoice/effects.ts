import { codeOf } from '../../../src/core/states.ts'
import invoice from '../../../src/resources/invoice/invoice.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { requestRed, settleRed, tellService } from './make.ts'

const keysOf = (rows: readonly { invoice_id: number }[]): number[] => rows.map(({ invoice_id }) => invoice_id)

const made = async (acting: Acting, rows: readonly { invoice_id: number }[]) => {
  await settleRed(acting, keysOf(rows))
  return { count: rows.length }
}

/** Numbers come many at once, each request has its own. */
const givenIn = (asked: object, invoice_id: number): { number: string; issued_on: string } => {
  const given = (asked as { given: ReadonlyMap<number, { number: string; issued_on: string }> }).given.get(invoice_id)
  if (!given) throw new Error(`invoice ${invoice_id} was given no number`)
  return given
}

const reasonIn = (asked: object, invoice_id: number): string =>
  (asked as { reasons: ReadonlyMap<number, string> }).reasons.get(invoice_id) ?? '没有说明'

export default defineEffects(invoice, {
  enter: {
    sets: { fail_reason: () => null },
    after: made,
  },
  issue: {
    sets: {
      number: (_acting, { invoice_id }, asked) => givenIn(asked, invoice_id).number,
      issued_on: (_acting, { invoice_id }, asked) => givenIn(asked, invoice_id).issued_on,
      fail_reason: () => null,
    },
    after: made,
  },
  refuse: { sets: { fail_reason: (_acting, { invoice_id }, asked) => reasonIn(asked, invoice_id) } },
  retry: {
    after: async (acting, rows) => {
      await tellService(acting, keysOf(rows))
      return { count: rows.length }
    },
  },
  red: {
    after: (acting, [row], { red_reason, whole, lines, note }) =>
      requestRed(acting, row, { red_reason, lines: whole === 2 ? (lines ?? []) : undefined, note }),
    refusal: ({ sn, kind, status }) =>
      kind === 2
        ? `${sn} 是红字，红字不能再红冲`
        : status === codeOf(invoice, 'red')
          ? `${sn} 已全部红冲`
          : `${sn} 还没有开出，不用红冲：请撤回`,
  },
})
