import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import type { Staff } from '../types.ts'

/** What stands below what: a centre's departments with their posts, and which of the staff holds each post and heads each department. */
const CENTRES = ['东北片运营中心', '西片运营中心', '浦东运营中心'] as const
const DEPARTMENTS = [
  { name: '资产部', head: 'admin', posts: [{ name: '房屋管家', holder: 'guanjia' }] },
  {
    name: '财务部',
    head: 'admin',
    posts: [
      { name: '收费会计', holder: 'caiwu' },
      { name: '出纳', holder: 'caiwu' },
    ],
  },
] as const

const addNode = async (tx: Tx, name: string, kind: number, parent: number | null, head: number | null): Promise<number> => {
  const { rows } = await sql<{ node_id: number }>`
    insert into structure (name, kind, parent_id, head_id) values (${name}, ${kind}, ${parent}::integer, ${head}::integer) returning node_id
  `.execute(tx)
  return rows[0]?.node_id ?? 0
}

/** Adds the operator's structure: a centre for each project, which has its units, and the posts that the sample staff hold in the first. */
export const addStructure = async (tx: Tx, staff: Staff): Promise<void> => {
  for (const [index, centre] of CENTRES.entries()) {
    const center = await addNode(tx, centre, 1, null, staff.admin)
    await sql`update unit set center_id = ${center} where p_id = (select p_id from project order by p_id offset ${index} limit 1)`.execute(
      tx,
    )
    for (const { name, head, posts } of DEPARTMENTS) {
      const department = await addNode(tx, name, 2, center, staff[head])
      for (const post of posts) {
        const node = await addNode(tx, post.name, 3, department, null)
        const holder = staff[post.holder]
        if (index === 0 && holder !== null) await sql`insert into post_holder (node_id, user_id) values (${node}, ${holder})`.execute(tx)
      }
    }
  }
}
