import { call } from './client.mjs'
import { withSource } from './source.mjs'

const PAGE = { page: 1, page_rows: 20 }
/** The page of which the drawer's row and a filter's value are taken: not the first, where rows may have less than others. */
const FAR = 50

/** The lists that there are: of each its calls, columns with filters, columns to sort by. */
export const listsDeclared = () =>
  withSource(async (load) => {
    const { resources } = await load('/src/declared/declared.ts')
    return resources
      .filter(({ calls }) => calls.index)
      .map(({ name, label, key, calls, columns }) => ({
        name,
        label,
        key,
        index: calls.index,
        detail: calls.detail,
        filters: columns
          .filter(({ filter, match }) => filter && match)
          .map(({ name: column, label: said, match, spec, is }) => ({
            name: column,
            label: said,
            match,
            is,
            codes: Object.keys(spec.of && typeof spec.of === 'object' ? spec.of : {}),
          })),
        sorts: columns.filter(({ isSortable }) => isSortable).map(({ name: column, label: said }) => ({ name: column, label: said })),
      }))
  })

const isDay = (value) => /^\d{4}-\d{2}-\d{2}$/.test(value)
const daysLater = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** What a filter asks, by a value that a row has; by name what it is called. */
const asked = ({ name, label, match, codes }, value) => {
  if (codes.length > 0 && codes.length <= 9 && ['any', 'equals'].includes(match))
    return codes.map((code) => [`${label}=${code}`, { [name]: match === 'any' ? [Number(code)] : Number(code) }])
  if (value === null || value === undefined || value === '') return []
  switch (match) {
    case 'any':
      return typeof value === 'number' ? [[label, { [name]: [value] }]] : []
    case 'equals':
      return typeof value === 'object' ? [] : [[label, { [name]: value }]]
    case 'starts':
      return [
        [`${label} 整`, { [name]: value }],
        [`${label} 前缀`, { [name]: String(value).slice(0, 6) }],
      ]
    case 'contains':
      return [...new Set([...String(value)].length < 2 ? [value] : [[...String(value)].slice(0, 2).join(''), [...String(value)][0]])]
        .map((text) => [`${label} 含`, { [name]: text }])
        .concat([[`${label} 无此`, { [name]: '龘龘' }]])
    case 'range':
      if (isDay(value)) return [[`${label} 一月`, { [`${name}_start`]: value, [`${name}_end`]: daysLater(value, 30) }]]
      if (typeof value !== 'number') return []
      return [
        [`${label} 起`, { [`${name}_start`]: value }],
        [`${label} 恰好`, { [`${name}_start`]: value, [`${name}_end`]: value }],
      ]
    default:
      return []
  }
}

const firstValue = (rows, name) => rows.map((row) => row[name]).find((value) => value !== null && value !== undefined && value !== '')

/** The same questions of a store, with its own rows' values: first page, fiftieth, each filter and order, and one row's drawer. */
const casesOfList = async (list, ask) => {
  const first = await ask(list.index, PAGE)
  const isLong = first.count > FAR * PAGE.page_rows
  const far = isLong ? await ask(list.index, { ...PAGE, page: FAR }) : first
  const rows = far.list
  const cases = [['第 1 页', list.index, PAGE]]
  if (isLong) cases.push([`第 ${FAR} 页`, list.index, { ...PAGE, page: FAR }])
  for (const { name, label } of list.sorts)
    for (const way of ['', '-']) cases.push([`排序 ${way}${label}`, list.index, { ...PAGE, order: way + name }])
  for (const filter of list.filters)
    for (const [label, params] of asked(filter, firstValue(rows, filter.name))) cases.push([label, list.index, { ...PAGE, ...params }])
  if (list.detail && rows.length > 0) cases.push(['抽屉', list.detail, { [list.key]: rows[0][list.key], related: 1 }])
  return cases.map(([label, path, params]) => ({ label: `${list.label} › ${label}`, path, params }))
}

const SEARCHES = ['王', '张伟', '凤凰', 'HT2026', 'ZD2026', '1-101', '龘龘']
/** Reads that are no list: the search of everything, the balance of all accounts as of a past day. */
const otherReads = () => [
  ...SEARCHES.map((keyword) => ({ label: `全局查找 ${keyword}`, path: '/api/search/find', params: { keyword } })),
  ...[40, 400].map((back) => ({
    label: `科目余额表 ${back} 天前`,
    path: '/api/trial/index',
    params: { ...PAGE, page_rows: 100, as_of: daysLater(new Date().toISOString().slice(0, 10), -back) },
  })),
]

/**
 * Gives by label the read calls of a store, each with the store's own values, and what was refused. Of a list that cannot be read at all the first page is asked, and told of.
 */
export const readsOf = async (lists, url, token) => {
  const ask = (path, params) => call(url, path, params, token)
  const reads = new Map()
  const refused = []
  for (const list of lists) {
    try {
      for (const one of await casesOfList(list, ask)) reads.set(one.label, one)
    } catch (error) {
      refused.push(`${list.label}：${error.message}`)
      reads.set(`${list.label} › 第 1 页`, { label: `${list.label} › 第 1 页`, path: list.index, params: PAGE })
    }
  }
  for (const one of otherReads()) reads.set(one.label, one)
  return { reads, refused }
}
