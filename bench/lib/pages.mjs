import { call } from './client.mjs'
import { fixed, median, printTable, quantile } from './figures.mjs'

/** List pages one after the other until `isOver`, at least `least`; gives the milliseconds of each. */
export const pages = async (url, token, least, isOver = () => true) => {
  const times = []
  while (times.length < least || !isOver()) {
    const start = performance.now()
    await call(url, '/api/flow/index', { page: 1 + (times.length % 20), page_rows: 20 }, token)
    times.push(performance.now() - start)
  }
  return times
}

/** Prints what pages cost in quiet times, the first, and meanwhile; gives the ratio of the medians. */
export const printPages = (times) => {
  printTable([
    ['列表页（毫秒）', '次数', '中位', '95%', '最长'],
    ...Object.entries(times).map(([name, all]) => [
      name,
      all.length,
      fixed(median(all)),
      fixed(quantile(all, 0.95)),
      fixed(Math.max(...all)),
    ]),
  ])
  const [quiet, meanwhile] = Object.values(times)
  return median(meanwhile) / median(quiet)
}
