import { sql } from 'kysely'
import { encode } from 'uqr'
import { CallError } from '../../../src/core/errors.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { posterSteps, posterTitle } from '../../../src/schemas/application/paper.ts'
import type { PrintContent, PrintSource } from '../../prints/definePrint.ts'
import { definePrint } from '../../prints/definePrint.ts'
import { siteOf } from '../netSign/index.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'
import template from './poster.typ?raw'

/** Gives a code's dark dots, row by row, as where each run of them begins and how long it is: a border of light ones is left to the paper. */
const runsOf = (text: string): [start: number, many: number][][] =>
  encode(text, { ecc: 'M', border: 0 }).data.map((row) => {
    const runs: [number, number][] = []
    for (const [place, isDark] of row.entries()) {
      const last = runs.at(-1)
      if (!isDark) continue
      if (last && last[0] + last[1] === place) last[1] += 1
      else runs.push([place, 1])
    }
    return runs
  })

const postersOf = async ({ tx }: PrintSource, keys: readonly number[]): Promise<ReadonlyMap<number, PrintContent>> => {
  const { phone_apply, apply_notice = '' } = await readSetting(tx, applicationSetting)
  if (phone_apply !== 1) throw new CallError(409, '还没有开放手机申请：请先在“设置 › 准入设置”开放')
  const site = await siteOf(tx)
  if (site === '') throw new CallError(409, '不知道手机从哪里打开：请先在“设置 › 网签设置”填写租客打开的网址')
  const operator = await operatorName(tx)
  const { rows } = await sql<{ p_id: number; name: string }>`
    select p_id, name from project where p_id = any(${keys}::integer[])
  `.execute(tx)
  return new Map(
    rows.map(({ p_id, name }) => {
      const values = {
        title: posterTitle,
        operator,
        project: name,
        notice: apply_notice,
        steps: posterSteps,
        dots: runsOf(`${site}/t/apply?p=${p_id}`),
      }
      return [p_id, { values }]
    }),
  )
}

export default [
  definePrint({
    name: 'apply_poster',
    label: '申请二维码',
    letters: 'SQ',
    of: 'project',
    can: '/api/project/poster',
    template,
    // What it says hangs on settings: when they have changed it is another paper.
    reads: () => [],
    data: postersOf,
  }),
]
