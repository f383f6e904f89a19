import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receipts } from '../../help/receipts.ts'

const at = receipts()

test('receipts that were printed before they were records are each one, with the number that they had, and are printed on as copies', async () => {
  const flow_id = await at.add({ custom_name: '老收据', price: 4_200 })
  await sql`
    insert into print (name, label, resource, record_id, record_title, version, number, content, copies, created_by, p_id)
    select 'receipt', '收据', 'flow', flow_id, sn, 1, 'PJ00000007', '{"values": {"payer": "老收据", "lines": []}}', 1, 1, p_id from flow where flow_id = ${flow_id}
  `.execute(at.server.db)
  const text = await readFile('server/domain/receipt/migrations/033-receipt.sql', 'utf8')
  const upgrade = text.slice(text.indexOf('-- Papers that were printed before'), text.indexOf('create trigger receipt_line_came'))
  await sql.raw(upgrade).execute(at.server.db)
  const rows = await at.rowsOf(
    `select r.number, r.payer, r.price, r.status, p.name, p.resource, p.record_id = r.receipt_id as is_own from receipt r join receipt_line l using (receipt_id) join print p on p.number = r.number where l.flow_id = ${flow_id}`,
  )
  expect(rows).toEqual([
    { number: 'PJ00000007', payer: '老收据', price: 4_200, status: 1, name: 'receipt_paper', resource: 'receipt', is_own: true },
  ])
})
