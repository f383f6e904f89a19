import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import statement from '../../../src/resources/statement/statement.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import transfer from '../../../src/resources/statement/transfer.ts'
import { actNamed } from '../../calls/actNamed.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { addJob } from '../../jobs/queue.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { checkBatch, reckonArrival, reckonArrivalOf } from '../withhold/index.ts'
import { setApart, setTicksApart } from './apart.ts'
import { bounceBy, checkBounceOf } from './bounce.ts'
import { enterLines } from './enter.ts'
import { statementJob } from './jobs.ts'
import { freeLines, holdAccounts, linesOf, tickFlows, wayAtBank } from './lines.ts'
import { checkRefundOf, refundBy } from './refund.ts'
import { addTransfers, undoTransfersOf } from './transfers.ts'

interface Settled {
  line_id: number
  how: number | null
}

const keysOf = (rows: readonly Settled[], how: number): number[] => rows.filter((row) => row.how === how).map(({ line_id }) => line_id)

/** Reverses what was entered by lines: a mistake in the books stays there, with its opposite. A reversal is final: of one that moved back only the line is open again. */
const reverseEntered = async (acting: Acting, lines: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ flow_id: number }>`
    select flow_id from flow where line_id = any(${keyList(lines)}) and reverses is null order by flow_id
  `.execute(acting.tx)
  await setTicksApart(acting.tx, lines)
  // Let go first: what is reversed has a line no more.
  await freeLines(acting, lines)
  for (const { flow_id } of rows) await actNamed(acting, 'flow', 'reverse', [flow_id], { note: '取消对账单入账' })
}

const NOT_WHOLE = '划转的金额须大于手续费'

const lineEffects = defineEffects(statementLine, {
  enter: {
    sets: { how: () => 2 },
    after: async (acting, rows) => {
      await enterLines(
        acting,
        await linesOf(
          acting.tx,
          rows.map(({ line_id }) => line_id),
        ),
      )
      return { count: rows.length }
    },
  },
  tick: {
    check: async ({ tx, session }, [{ price, type, own_account_id }], { flows }) => {
      const { rows } = await sql<{ price: number; fits: boolean }>`
        select coalesce(sum(case type when ${type} then price else -price end), 0)::bigint as price,
          coalesce(bool_and((${wayAtBank('flow')} = ${type} or is_returned = 1) and own_account_id is not distinct from ${own_account_id}::integer), false) as fits
        from flow where flow_id = any(${keyList(flows)}) and ${inScope(session.scope, 'p_id')}
      `.execute(tx)
      if (!rows[0]?.fits) throw new CallError(400, '所选流水的收支方向或账户与这一行不同', { field: 'flows' })
      if (rows[0].price !== price) throw new CallError(400, '所选流水的合计与这一行的金额不同', { field: 'flows' })
    },
    sets: { how: () => 1 },
    after: async (acting, [{ line_id }], { flows }) => {
      await tickFlows(
        acting,
        flows.map((flow_id) => ({ line_id, flow_id })),
      )
      return { count: 1 }
    },
  },
  transfer: {
    check: async (acting, [{ type, own_account_id }], { moves: kind, other, batch_id }) => {
      const { tx } = acting
      if (kind === 1 && other === own_account_id) throw new CallError(400, '另一账户不能是这一行的账户', { field: 'other' })
      if (kind !== 1 && (kind === 2) !== (type === 2))
        throw new CallError(400, '手续费须是支出，利息与手续费退回须是收入', { field: 'moves' })
      if (kind !== 1) return
      const { rows } = await sql`select from own_account where own_account_id = ${other ?? 0} and retired = 0`.execute(tx)
      if (rows.length === 0) throw new CallError(400, '请选择另一账户', { field: 'other' })
      if (batch_id !== undefined) await checkBatch(acting, batch_id, other ?? 0)
    },
    sets: { how: () => 3 },
    after: async (acting, [{ line_id }], { moves: kind, other, fee, batch_id }) => {
      const [line] = await linesOf(acting.tx, [line_id])
      if (!line) throw new CallError(404)
      const { own_account_id, type, day, note, p_id } = line
      const taken = kind === 1 ? (fee ?? 0) : 0
      // What arrives is less than what left by the fee; of a line that says what left, the fee is a part.
      const price = type === 1 ? line.price + taken : line.price
      if (price <= taken) throw new CallError(400, NOT_WHOLE, { field: 'fee' })
      const sides =
        type === 2
          ? { from_account_id: own_account_id, from_line_id: line_id, ...(kind === 1 ? { to_account_id: other } : {}) }
          : { to_account_id: own_account_id, to_line_id: line_id, ...(kind === 1 ? { from_account_id: other } : {}) }
      const of = kind === 1 && batch_id !== undefined ? { batch_id } : {}
      await addTransfers(acting, [{ kind, ...sides, price, fee: taken, day, note, p_id, ...of }])
      if (of.batch_id !== undefined) await reckonArrival(acting, [of.batch_id])
      return { count: 1 }
    },
  },
  refund: {
    check: (acting, [{ line_id }], { flow_id }) => checkRefundOf(acting, line_id, flow_id),
    sets: { how: () => 2 },
    after: (acting, [{ line_id }], { flow_id, why }) => refundBy(acting, line_id, flow_id, why),
  },
  bounce: {
    check: (acting, [{ line_id }], { flows }) => checkBounceOf(acting, line_id, flows),
    sets: { how: () => 2 },
    after: (acting, [{ line_id }], { flows, why }) => bounceBy(acting, line_id, flows, why),
  },
  aside: { sets: { how: () => 4, reason: (_acting, _row, { reason }) => reason } },
  undo: {
    sets: { how: () => null, reason: () => null },
    after: async (acting, rows, _asked, before) => {
      const ticked = keysOf(before, 1)
      await setTicksApart(acting.tx, ticked)
      await freeLines(acting, ticked)
      await reverseEntered(acting, keysOf(before, 2))
      await undoTransfersOf(acting, keysOf(before, 3))
      return { count: rows.length }
    },
  },
})

/** Lines of a transfer that is no more are open again, on either side, and are not taken for the same money again. */
const letGo = {
  sets: { from_line_id: () => null, to_line_id: () => null },
  after: async (
    acting: Acting,
    rows: readonly { transfer_id: number }[],
    _asked: unknown,
    before: readonly { from_line_id: number | null; to_line_id: number | null; flow_id: number | null }[],
  ) => {
    await setApart(
      acting.tx,
      before.flatMap(({ from_line_id, to_line_id, flow_id }) =>
        to_line_id === null
          ? []
          : [
              { line_id: to_line_id, other_line_id: from_line_id },
              { line_id: to_line_id, flow_id },
            ],
      ),
    )
    await freeLines(
      acting,
      before.flatMap(({ from_line_id, to_line_id }) => [from_line_id ?? [], to_line_id ?? []].flat()),
    )
    await reckonArrivalOf(
      acting,
      rows.map(({ transfer_id }) => transfer_id),
    )
    return { count: rows.length }
  },
}

const statementEffects = defineEffects(statement, {
  undo: {
    check: async ({ tx }) => holdAccounts(tx),
    after: async ({ tx, session }) => {
      await addJob(tx, statementJob, { msg: statementJob.label, type: 0, params: {}, userId: session.userId ?? 0 })
      return { count: 1 }
    },
  },
})

export default [lineEffects, statementEffects, defineEffects(transfer, { undo: letGo, fall: letGo })]
