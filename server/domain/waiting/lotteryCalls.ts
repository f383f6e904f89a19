import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id, version } from '../../../src/derive/callParams.ts'
import queueSetting from '../../../src/resources/settings/queue.ts'
import type { lotteryForm } from '../../../src/schemas/waiting/lottery.ts'
import { type Call, type Context, defineCall } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { readRow } from '../../store/reading/list.ts'
import { readSetting } from '../setting/index.ts'
import script from './lottery.mjs?raw'

const group = '摇号'
const add = derivedCall(resourceNamed('lottery'), 'add', resourceNamed)

/** Adds a lottery, whose operator is whoever adds it. 400 where they would watch over themselves, or where no lots are drawn in the project. */
export const addingLottery: Call = {
  ...add,
  handle: async (context: Context, params: FormValue<typeof lotteryForm>) => {
    const operator = context.session.userId
    if (params.supervisor === operator) throw new CallError(400, '监督方须是另一个人', { field: 'supervisor' })
    const { lottery_projects = [] } = await readSetting(context.tx, queueSetting)
    if (!lottery_projects.includes(params.p_id))
      throw new CallError(400, '这个项目按资格取得时间排序；要摇号，先在轮候设置里加上它', { field: 'p_id' })
    return add.handle(context, { ...params, operator })
  },
}

/** Gives what was published of a record, letter for letter, and the name of its file. 404 where nothing was, or none of the caller's. */
export const publishedFile = async ({ tx, session }: Context, resource: string, key: number): Promise<{ name: string; text: string }> => {
  const row = await readRow(tx, resourceNamed(resource), key, session.scope, resourceNamed)
  const { rows } = await sql<{ content: string }>`
    select content from published_text where resource = ${resource} and record_id = ${key}
  `.execute(tx)
  if (!rows[0]) throw new CallError(409, '还没有可以下载的')
  return { name: `${row.number}.txt`, text: rows[0].content }
}

/** The pool as it was frozen, for anybody who would draw again. */
export const poolFile = defineCall(
  {
    path: '/api/lottery/pool',
    label: '下载名单',
    group,
    can: 'self',
    params: form('下载名单', { lottery_id: id('摇号'), version }, ['lottery_id']),
  },
  (context: Context, { lottery_id }) => publishedFile(context, 'lottery', lottery_id),
)

/** The program by which anybody draws again: what docs/lottery.md explains, as it is shipped. */
export const scriptFile = defineCall(
  {
    path: '/api/lottery/script',
    label: '下载核对程序',
    group,
    can: 'self',
    params: form('下载核对程序', { lottery_id: id('摇号'), version }, ['lottery_id']),
  },
  async ({ tx, session }: Context, { lottery_id }) => {
    await readRow(tx, resourceNamed('lottery'), lottery_id, session.scope, resourceNamed)
    return { name: 'lottery.mjs', text: script }
  },
)
