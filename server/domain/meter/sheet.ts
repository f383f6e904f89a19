import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { grouped } from '../../../src/protocol/fen.ts'
import { MAX_IMPORT_ROWS } from '../../../src/protocol/imports.ts'
import type { sheetForm } from '../../../src/schemas/meter/meter.ts'
import { translatorFor } from '../../caller/locale.ts'
import type { Context, Presenting } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { templateOf } from '../../imports/template.ts'
import type { Scope } from '../../store/reading/filters.ts'
import { inScope } from '../../store/reading/filters.ts'

interface Due {
  room: string
  item: string
  read_date: string | null
  previous: number | null
  usage: number | null
  usual: number | null
}

/** What a sheet is made of, and for whom. */
interface Sheet {
  rows: Due[]
  day: string
  scope: Scope
  userId: number
}

/** Gives the meters that are still to be read, room by room. Throws 400 where there are none, or more than a file may have. */
export const sheetRows = async (
  { tx, session }: Context,
  { p_id, region_name = '', building = '', day }: FormValue<typeof sheetForm>,
): Promise<Sheet> => {
  const project = p_id === undefined ? null : await ownProject(tx, session.scope, p_id)
  const { rows } = await sql<Due>`
    select concat_ws(' ', o.region_name, o.unit_floor) as room, s.name as item, d.read_date, d.previous, d.usage, d.usual
    from meter_due_view d join org o on o.org_id = d.org_id join simple s on s.id = d.simple_id
    where ${inScope(session.scope, 'd.p_id')} and (${project}::integer is null or d.p_id = ${project}::integer)
      and strpos(o.region_name, ${region_name}) > 0 and starts_with(o.unit_floor, ${building})
    order by o.region_name, o.unit_floor, d.due_id limit ${MAX_IMPORT_ROWS + 1}::integer
  `.execute(tx)
  if (rows.length === 0) throw new CallError(400, '没有待抄的表：这个月都抄过了，或没有这样的房间', { field: 'building' })
  if (rows.length > MAX_IMPORT_ROWS)
    throw new CallError(400, `待抄的超过 ${grouped(MAX_IMPORT_ROWS)} 行，请按项目或小区下载`, { field: 'p_id' })
  return { rows, day, scope: session.scope, userId: session.userId }
}

const LAST_DAY = '上次抄表'
const LAST = '上次读数'
const LAST_USAGE = '上次用量'
const USUAL = '平时用量'

const shown = (value: number | null): string | null => (value === null ? null : `${value}`)

/** Gives the file: what is imported as readings, filled in but for the readings, and beside it what the meter said before. */
export const writeSheet = async ({ rows, day, scope, userId }: Sheet, { db }: Presenting): Promise<{ name: string; base64: string }> => {
  const filled = rows.map(({ room, item, read_date, previous, usage, usual }) => ({
    ...{ org_id: room, simple_id: item, read_date: day },
    ...{ [LAST_DAY]: read_date, [LAST]: shown(previous), [LAST_USAGE]: shown(usage), [USUAL]: shown(usual) },
  }))
  const content = await templateOf(db, resourceNamed('meter'), scope, resourceNamed, await translatorFor(db, userId), {
    beside: [LAST_DAY, LAST, LAST_USAGE, USUAL],
    rows: filled,
  })
  return { name: `抄表单-${day}.xlsx`, base64: (await buffer(content)).toString('base64') }
}
