import { sql } from 'kysely'
import { FIRST_TEXT } from '../../domain/template/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Staff } from '../types.ts'

/** Adds a template for each kind of contract where there is none; like what staff choose from, they stay when the sample is cleared. */
export const addTemplates = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`
    with made as (
      insert into template (name, kind, no, editor, created_by)
      select name, kind, 1, ${staff.admin}::integer, ${staff.admin}::integer
      from (values ('公共租赁住房租赁合同', 1), ('公共租赁住房整租合同', 2)) as t (name, kind)
      where not exists (select from template)
      returning template_id
    )
    insert into template_version (template_id, no, note, content, created_by)
    select template_id, 1, '范本', ${FIRST_TEXT}, ${staff.admin}::integer from made
  `.execute(tx)
}
