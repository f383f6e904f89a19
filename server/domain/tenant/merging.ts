import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { nounOf } from '../../../src/derive/actions.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { readableAmong } from '../../calls/counts.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'
import { namingsOf } from '../../store/writing/mergeRows.ts'
import { debtsOf } from '../bill/index.ts'

/** Why two entries cannot be of one person: each has a contract in force on the same days. Null where they can. */
export const overlapOf = async (db: Queryable, one: number, other: number): Promise<string | null> => {
  const { rows } = await sql<{ mine: string; theirs: string }>`
    select a.sn as mine, b.sn as theirs from contract a join contract b on b.custom_id = ${other}
      and b.status in (${inSet(contract, 'holdsRoom')}) and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
    where a.custom_id = ${one} and a.status in (${inSet(contract, 'holdsRoom')}) limit 1
  `.execute(db)
  return rows[0] ? `两人各有履行中的合同，租期重叠，不能合并：${rows[0].mine}、${rows[0].theirs}` : null
}

type Side = Row<'lessee', 'custom_id' | 'name' | 'card' | 'phone'> & { project: string | null }

const sidesOf = async ({ tx, session }: Context, keys: readonly [number, number]): Promise<Side[]> => {
  const { rows } = await sql<Side>`
    select l.custom_id, l.name, l.card, l.phone, p.name as project from lessee l left join project p on p.p_id = l.p_id
    where l.custom_id = any(${keys}::integer[]) and ${inScope(session.scope, 'l.p_id')}
  `.execute(tx)
  const sides = keys.map((key) => rows.find(({ custom_id }) => custom_id === key))
  if (sides.some((side) => side === undefined)) throw new CallError(404)
  return sides as Side[]
}

const told = ({ name, card, phone, project }: Side): string => [name, card, phone, project].filter(Boolean).join(' · ')

/**
 * Gives what a merge of two tenants would do, as the dialog shows it: who goes and who stays, how much of each kind goes along, and what each
 * owes. Of what the caller may not read only how many records there are. 404 where one is not in scope.
 */
export const previewMerging = async (
  context: Context,
  { custom_id, merged_into }: { custom_id: number; merged_into: number },
): Promise<Preview> => {
  const { tx, session } = context
  const [gone, kept] = (await sidesOf(context, [custom_id, merged_into])) as [Side, Side]
  const namings = await namingsOf(tx, resourceNamed('lessee'), custom_id, session.scope)
  const mayRead = await readableAmong(context, [...namings.map(({ resource }) => resource), resourceNamed('bill')])
  const [known, other] = [namings.filter(({ resource }) => mayRead(resource)), namings.filter(({ resource }) => !mayRead(resource))]
  const rest = other.reduce((sum, { count }) => sum + count, 0)
  const debts = mayRead(resourceNamed('bill')) ? await debtsOf('lessee').rows(tx, [custom_id, merged_into], session.scope) : []
  const owedBy = (key: number): number => Number(debts.find((debt) => debt.key === key)?.owed ?? 0)
  const yuan = (fen: number): string => `¥${fenToYuan(fen)}`
  const owed = [owedBy(custom_id), owedBy(merged_into)] as const
  return {
    facts: [
      { label: '不再使用', value: told(gone) },
      { label: '留下', value: told(kept) },
      ...known.map(({ resource, count }) => ({ label: nounOf(resource), value: `+${count}` })),
      ...(rest > 0 ? [{ label: '其他记录', value: `+${rest}` }] : []),
      ...(debts.length > 0 ? [{ label: '欠款', value: `${yuan(owed[0])} + ${yuan(owed[1])} = ${yuan(owed[0] + owed[1])}` }] : []),
    ],
    said:
      (await overlapOf(tx, custom_id, merged_into)) ??
      (namings.some(({ unseen }) => unseen > 0)
        ? '有记录不在您负责的项目内，请由负责全部项目的人合并'
        : '以上记录都归留下的一条，没有一笔应收或已收会变'),
  }
}
