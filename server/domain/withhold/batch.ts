import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { fenToYuan, grouped } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { type batchForm, type foreseeForm, leftOut, type pickForm } from '../../../src/schemas/withhold/withhold.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { companionsOf } from '../../store/bringUp/tables.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { insertRow } from '../../store/writing/write.ts'
import { accountColumn, type BatchKind, type Counted, candidates, ofFilter, ofKeys } from './candidates.ts'

/** So many bills a batch may have. */
const MOST = 50_000

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/** Who is asked to pay, by which file, and which of the operator's accounts the money is for. */
interface Payer {
  kind: BatchKind
  bank: string
  layout: number
  own_account_id: number | null
}

/** Gives the payer of a batch that is asked for. Throws 400 where the account takes no such files. */
const payerOf = async (
  { tx }: Pick<Acting, 'tx'>,
  { kind, own_account_id, fund }: { kind: BatchKind; own_account_id?: number; fund?: string },
): Promise<Payer> => {
  if (kind === 2) return { kind, bank: fund ?? '', layout: 4, own_account_id: null }
  const { rows } = await sql<{ own_account_id: number; bank: string; layout: number | null }>`
    select own_account_id, coalesce(bank_name, name) as bank, debit_layout as layout from own_account where own_account_id = ${own_account_id ?? 0} and retired = 0
  `.execute(tx)
  const [account] = rows
  if (!account) throw new CallError(400, '所选账户不存在或已停用', { field: 'own_account_id' })
  if (account.layout === null) throw new CallError(400, '这个账户没有设代扣文件格式：在“本单位账户”里设', { field: 'own_account_id' })
  return { kind, bank: account.bank, layout: account.layout, own_account_id: account.own_account_id }
}

const countsOf = async (tx: Context['tx'], kind: BatchKind, scope: Scope, those: RawBuilder<unknown>): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    select why, count(*)::integer as bills, coalesce(sum(owed), 0)::bigint as owed from (${candidates(kind, scope, those)}) c group by why order by why
  `.execute(tx)
  return rows
}

const isLeft = (one: Counted): one is Counted & { why: keyof typeof leftOut } => one.why !== null

/** In words, which bills are left out, and why. */
const leftWords = (counts: readonly Counted[]): string => {
  const left = counts.filter(isLeft).map(({ why, bills }) => `${leftOut[why]} ${bills} 张`)
  return left.length === 0 ? '' : `；没有进批次的：${left.join('、')}`
}

/** Tells what a batch would have, and what is left out, before it is made. */
export const foresee = async ({ tx, session }: Context, { kind, p_id, ...filter }: FormValue<typeof foreseeForm>): Promise<Preview> => {
  const project = await ownProject(tx, session.scope, p_id)
  const counts = await countsOf(tx, kind, project === null ? null : [project], ofFilter(filter))
  const taken = counts.find(({ why }) => why === null)
  return {
    facts: [
      { label: '账单', value: `${taken?.bills ?? 0}` },
      { label: '合计', value: yuan(taken?.owed ?? 0) },
    ],
    table: {
      heads: ['没有进批次的', '账单', '金额'],
      rows: counts.filter(isLeft).map(({ why, bills, owed }) => [leftOut[why], grouped(bills), fenToYuan(owed)]),
      amounts: 2,
      words: [0],
    },
    ...((taken?.bills ?? 0) > MOST ? { said: `一个批次最多 ${grouped(MOST)} 张，请按项目或应付日分开` } : {}),
  }
}

/** A batch that is to be made: of which bills, for which project (null: all). */
interface Wanted {
  payer: Payer
  project: number | null
  scope: Scope
  those: RawBuilder<unknown>
  retry_of?: number
}

/**
 * Makes a batch of all bills that can be in one, each with the account of its tenant as it is now; those that another takes meanwhile are left to him. Throws 409 where there is
 * none, or too many.
 */
export const makeBatch = async ({ tx, session }: Acting, { payer, project, scope, those, retry_of }: Wanted) => {
  const { kind } = payer
  const counts = await countsOf(tx, kind, scope, those)
  const wanted = counts.find(({ why }) => why === null)?.bills ?? 0
  if (wanted === 0) throw new CallError(409, `没有可以进批次的账单${leftWords(counts)}`)
  if (wanted > MOST) throw new CallError(409, `一个批次最多 ${grouped(MOST)} 张，这里有 ${grouped(wanted)} 张：请按项目或应付日分开`)
  const sn = await nextNumber(tx, series.withholding)
  const batch_id = await insertRow(
    tx,
    resourceNamed('withhold'),
    { sn, ...payer, p_id: project, ...(retry_of ? { retry_of } : {}) },
    session.userId,
  )
  const columns = (name: string, of: string) => sql.join(companionsOf({ name, is: 'bank' }).map((column) => sql.ref(`${of}${column}`)))
  const { rows } = await sql<{ price: number }>`
    insert into withhold_line (batch_id, bill_id, custom_id, custom_name, ${columns('account', '')}, bank, bank_no, agreement, price, p_id, created_by)
    select ${batch_id}, c.bill_id, c.custom_id, ${kind === 1 ? sql`coalesce(l.withhold_name, l.name)` : sql`l.name`}, ${columns(accountColumn(kind), 'l.')},
      ${kind === 1 ? sql`l.withhold_bank, l.withhold_bank_no, l.withhold_no` : sql`null, null, null`}, c.owed, c.p_id, ${session.userId}::integer
    from (${candidates(kind, scope, those)}) c join lessee l on l.custom_id = c.custom_id
    where c.why is null order by c.bill_id
    on conflict (bill_id) where result = ${inState(withholdLine, 'sent')} do nothing
    returning price
  `.execute(tx)
  if (rows.length === 0) throw new CallError(409, '所选账单都已在别的批次里，请刷新后重试')
  const total = rows.reduce((sum, { price }) => sum + price, 0)
  return { batch_id, count: rows.length, said: `批次 ${sn}：${rows.length} 张账单，${yuan(total)}${leftWords(counts)}` }
}

/** 建批次 of all bills of a filter. */
export const batchOfFilter = async (context: Context, { p_id, since, until, sources, ...asked }: FormValue<typeof batchForm>) => {
  const { tx, session } = context
  const project = await ownProject(tx, session.scope, p_id)
  const payer = await payerOf(context, asked)
  return makeBatch(context, {
    payer,
    project,
    scope: project === null ? null : [project],
    those: ofFilter({ since, until: until ?? '', sources }),
  })
}

/** 建批次 of bills that were chosen. Throws 404 where one is not in scope; its project is theirs where they are of one. */
export const batchOfChosen = async (
  context: Context,
  { bill_id, ids = [], ...asked }: FormValue<typeof pickForm> & { bill_id?: number; ids?: readonly number[] },
) => {
  const { tx, session } = context
  const bills = bill_id === undefined ? ids : [bill_id]
  const { rows } = await sql<{ p_id: number | null; n: number }>`
    select p_id, count(*)::integer as n from bill where bill_id = any(${[...bills]}::integer[]) and ${inScope(session.scope, 'p_id')} group by p_id
  `.execute(tx)
  if (rows.reduce((sum, { n }) => sum + n, 0) < new Set(bills).size) throw new CallError(404, '没有这张账单，或不在您负责的项目内')
  const [first] = rows
  // A batch of several projects is seen by those alone who have all.
  if (rows.length > 1 && session.scope !== null) throw new CallError(400, '所选账单不是同一个项目的，请分开建批次')
  const payer = await payerOf(context, asked)
  const project = rows.length === 1 ? (first?.p_id ?? null) : null
  return makeBatch(context, { payer, project, scope: session.scope, those: ofKeys(bills) })
}
