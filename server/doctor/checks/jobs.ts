import { sql } from 'kysely'
import { defineStoreCheck, good, wrong } from '../check.ts'

const NAMED = 3
const LETTERS = 120

export const jobs = defineStoreCheck({
  name: 'jobs',
  label: '后台任务',
  look: async (db) => {
    const { rows } = await sql<{ label: string; error: string | null }>`
      select k.label, v.error from job_kind k join job_kind_view v using (job_kind_id) where v.state = 4 order by k.job_kind_id
    `.execute(db)
    if (rows.length === 0) return good('没有失败的')
    const said = rows.slice(0, NAMED).map(({ label, error }) => `${label}（${(error ?? '').slice(0, LETTERS)}）`)
    return wrong(`${rows.length} 种的最近一次失败：${said.join('；')}`, '改正以后，在“设置 › 后台任务”里再次运行')
  },
})
