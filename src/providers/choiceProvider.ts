import type { BaseRecord, DataProvider } from '@refinedev/core'
import { chunk } from 'es-toolkit'
import { fromDeclared, resources } from '../declared/declared.ts'
import { LOOKUP_ROWS, type Page } from '../protocol/envelope.ts'
import { call } from './call.ts'
import { dataProvider, filterParams } from './dataProvider.ts'

/** The name by which refine's hooks ask this provider. */
export const CHOICES = 'choices'

/** The calls that give all there is at once, and so take no page: the places below a place. */
const GIVES_ALL = /^\/api\/(local|region)\//

/** A list that is chosen from is asked by its `choose` what was chosen. */
const namingCalls = fromDeclared(
  () => new Map(resources.flatMap(({ calls: { index, choose } }) => (index && choose ? [[index as string, choose as string]] : []))),
)

/** Gives the call that names what was chosen by a call, where its first page need not have it; null where one answer has them all. */
export const namingCallOf = (path: string): string | null => namingCalls().get(path) ?? (/\/(find|choose)$/.test(path) ? path : null)

const rowsOf = (answer: BaseRecord[] | Page<BaseRecord>): BaseRecord[] => (Array.isArray(answer) ? answer : answer.list)

/**
 * refine's second socket for data: what is chosen from. Its resources are the calls that dialogs and filters choose by (docs/protocol.md);
 * `getMany` gives the rows of what was chosen, and leaves out what the caller may not see; with `facts` in its meta, what stands beside them, too.
 */
export const choiceProvider: DataProvider = {
  ...dataProvider,
  getList: async ({ resource: path, filters, pagination, meta }) => {
    const page = { page: pagination?.currentPage ?? 1, page_rows: pagination?.pageSize ?? LOOKUP_ROWS }
    const params = { ...filterParams(filters), ...(GIVES_ALL.test(path) ? {} : page) }
    const data = rowsOf(await call(path, params, meta?.signal ? { signal: meta.signal as AbortSignal } : {}))
    return { data: data as never[], total: data.length }
  },
  getMany: async ({ resource: path, ids, meta }) => {
    const naming = namingCallOf(path)
    if (!naming) throw new Error(`${path} names nothing by ids`)
    const facts = meta?.facts ? { facts: 1 } : {}
    const answers = await Promise.all(
      chunk(ids, LOOKUP_ROWS).map((some) => call<BaseRecord[] | Page<BaseRecord>>(naming, { ids: some, ...facts })),
    )
    return { data: answers.flatMap(rowsOf) as never[] }
  },
}
