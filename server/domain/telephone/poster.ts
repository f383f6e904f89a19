import { sql } from 'kysely'
import { encode } from 'uqr'
import { CallError } from '../../../src/core/errors.ts'
import { definePrint, type PrintContent, type PrintSource, type PrintSpec } from '../../prints/definePrint.ts'
import { siteOf } from '../netSign/index.ts'
import { operatorName } from '../system/index.ts'
import type { Door } from './door.ts'
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

/** A paper with the code that leads to a door. */
interface Poster {
  name: string
  label: string
  letters: string
  can: `/api/${string}`
  /** What is told where the door is closed. */
  closed: string
  /** The page behind the code: `/t/<page>?p=<project>`. */
  page: string
  says: { title: string; line: string; steps: readonly string[] }
}

/** Gives the address of a door's page as telephones reach it. Throws 409 where the operator has not said what it is. */
export const pageAddress = async (db: PrintSource['tx'], page: string): Promise<string> => {
  const site = await siteOf(db)
  if (site === '') throw new CallError(409, '不知道手机从哪里打开：请先在“设置 › 网签设置”填写租客打开的网址')
  return `${site}/t/${page}`
}

/** Declares the paper with the code of a door, one for each project, to be hung up there. */
export const definePoster = (door: Door, { name, label, letters, can, closed, page, says }: Poster): PrintSpec => {
  const postersOf = async ({ tx }: PrintSource, keys: readonly number[]): Promise<ReadonlyMap<number, PrintContent>> => {
    const { isOpen, notice } = await door.setting(tx)
    if (!isOpen) throw new CallError(409, closed)
    const address = await pageAddress(tx, page)
    const operator = await operatorName(tx)
    const { rows } = await sql<{ p_id: number; name: string }>`
      select p_id, name from project where p_id = any(${keys}::integer[])
    `.execute(tx)
    return new Map(
      rows.map(({ p_id, name: project }) => [
        p_id,
        { values: { ...says, operator, project, notice, dots: runsOf(`${address}?p=${p_id}`) } },
      ]),
    )
  }
  // What it says hangs on settings: when they have changed it is another paper.
  return definePrint({ name, label, letters, of: 'project', can, template, data: postersOf })
}
