import { expect, test } from 'vitest'
import billPostings from '../../../server/domain/bill/postings.ts'
import closingPostings from '../../../server/domain/closing/postings.ts'
import flowPostings from '../../../server/domain/flow/postings.ts'
import { chart } from '../../../server/domain/journal/index.ts'
import ownerPostings from '../../../server/domain/owner/postings.ts'
import statementPostings from '../../../server/domain/statement/postings.ts'
import vatPostings from '../../../server/domain/vat/postings.ts'
import { accountKinds, sides } from '../../../src/schemas/journal/journal.ts'

const accounts = Object.values(chart)
const nameOf = (id: number): string => {
  const { code, name } = accounts.find((one) => one.id === id) ?? expect.unreachable(`${id}`)
  return `${code} ${name}`
}
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

/** docs/postings.md as the declarations have it: a test without `-u` fails where the page says something else. */
test('docs/postings.md is the table by which the journal is written', async () => {
  const rules = [...billPostings, ...closingPostings, ...flowPostings, ...ownerPostings, ...statementPostings, ...vatPostings]
    .toSorted((a, b) => a.event - b.event)
    .flatMap(({ event, label, lines }) =>
      lines.flatMap(({ side, accounts: to }) =>
        to.map(({ account, says = '' }) =>
          row(`${event}`, label, sides[side === 'debit' ? 1 : 2], typeof account === 'number' ? nameOf(account) : '随原分录', says),
        ),
      ),
    )
  const text = [
    '# 记账规则',
    '',
    '<!-- 由声明得出（server/domain/*/postings.ts、journal/chart.ts）：改了声明后运行 npx vitest run --project unit tests/domain/journal -u。 -->',
    '',
    '每件使人欠钱、有钱、管着钱的事，在它自己的事务里记一组借贷相等的分录；同一件事只记一次。金额带符号：更正是同一方向的红字（负数），不是反方向的分录，所以发生额是真的。收款一律先进未核销款，核销再转到应收，两组分录。',
    '同一方向写着几个科目的，取第一个适用的；都不适用就没有这一行。“随原分录”是更正：原来记在哪里就从哪里冲，不看后来改了的设置。',
    '',
    '## 科目',
    '',
    '编码与名称在“总账 › 会计科目”改。',
    '',
    row('编号', '编码', '名称', '类别'),
    row('---', '---', '---', '---'),
    ...accounts.map(({ id, code, name, kind }) => row(`${id}`, code, name, accountKinds[kind])),
    '',
    '## 事项',
    '',
    row('编号', '事项', '方向', '科目', '适用'),
    row('---', '---', '---', '---', '---'),
    ...new Set(rules),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/postings.md')
})

test('no code of an event is used twice for rows of one table, and no account that nothing posts to is in the chart', () => {
  const all = [...billPostings, ...closingPostings, ...flowPostings, ...ownerPostings, ...statementPostings, ...vatPostings]
  expect(new Set(all.map(({ event, of }) => `${event} ${of}`)).size).toBe(all.length)
  const used = new Set(all.flatMap(({ lines }) => lines.flatMap(({ accounts: to }) => to.map(({ account }) => account))))
  expect(accounts.filter(({ id }) => !used.has(id)).map(({ name }) => name)).toEqual([])
})
