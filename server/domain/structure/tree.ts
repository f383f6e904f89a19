import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { StructureNode } from '../../../src/protocol/structure.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'

/** Gives every node, those above before those below; the units counted are those of projects that the caller may see. */
export const readStructure = async (db: Queryable, scope: Scope): Promise<StructureNode[]> => {
  const { rows } = await sql<StructureNode>`
    with recursive tree as (
      select node_id, array[place, node_id] as path from structure where parent_id is null
      union all
      select s.node_id, tree.path || array[s.place, s.node_id] from structure s join tree on s.parent_id = tree.node_id
    )
    select s.node_id, s.name, s.kind, s.parent_id, s.place, s.retired, s.version, s.head_id, a.name as head,
      (select coalesce(json_agg(json_build_object('holder_id', h.holder_id, 'user_id', h.user_id, 'name', p.name, 'is_active', p.is_active) order by h.holder_id), '[]')
        from post_holder h join account p on p.user_id = h.user_id where h.node_id = s.node_id) as holders,
      (select count(*) from unit u where s.kind = 1 and u.center_id = s.node_id and ${inScope(scope, 'u.p_id')}) as units
    from tree join structure s on s.node_id = tree.node_id
    left join account a on a.user_id = s.head_id
    order by tree.path
  `.execute(db)
  return rows
}

export interface Move {
  node_id: number
  version: number | undefined
  /** null: to the top. */
  parent_id: number | null
  /** The sibling before which it goes; null: to the end. */
  before: number | null
}

/** Moves a node with all that is below it. 404 where it, or what is named, is not there; 409 where someone changed it; where it cannot stand the store refuses it. */
export const moveNode = async (tx: Tx, { node_id, version, parent_id, before }: Move): Promise<void> => {
  // Before any row is locked: moves wait for one another here, and not crosswise.
  await sql`select pg_advisory_xact_lock(826103)`.execute(tx)
  const node = await tx.selectFrom('structure').select('version').where('node_id', '=', node_id).executeTakeFirst()
  if (!node) throw new CallError(404)
  if (version !== undefined && node.version !== version) throw new CallError(409)
  if (parent_id !== null) {
    const parent = await tx.selectFrom('structure').select('node_id').where('node_id', '=', parent_id).executeTakeFirst()
    if (!parent) throw new CallError(404, '移到的上级已被删除，请刷新后重试')
  }
  const siblings = await tx
    .selectFrom('structure')
    .select('node_id')
    .where('parent_id', 'is not distinct from', parent_id)
    .where('node_id', '<>', node_id)
    .orderBy('place')
    .orderBy('node_id')
    .execute()
  const order = siblings.map((sibling) => sibling.node_id)
  const at = before === null ? order.length : order.indexOf(before)
  if (at < 0) throw new CallError(404, '目标位置已变，请刷新后重试')
  order.splice(at, 0, node_id)
  await sql`
    update structure s set parent_id = ${parent_id}::integer, place = o.place, version = s.version + 1, updated_at = epoch_now()
    from unnest(${order}::integer[]) with ordinality as o (node_id, place)
    where s.node_id = o.node_id and (s.place, coalesce(s.parent_id, 0)) is distinct from (o.place, coalesce(${parent_id}::integer, 0))
  `.execute(tx)
}
