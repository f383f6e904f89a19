import { defineResource } from '../../core/resource.ts'

/** What the last check of the books found: each record of which two ways of counting do not agree. */
export default defineResource({
  name: 'book_finding',
  label: '不符之处',
  area: 'bill',
  key: 'finding_id',
  columns: {
    finding_id: { label: '编号', is: 'int', list: 'never' },
    check_id: { label: '核对', is: 'ref', of: 'book_check', required: true, filter: true, width: 340 },
    resource: { label: '对象', is: 'resource', required: true, width: 110, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '对象编号', is: 'int', required: true, width: 100 },
    expected: { label: '应为', is: 'fen', width: 130 },
    found: { label: '实为', is: 'fen', width: 130 },
    difference: { label: '相差', is: 'fen', total: true, width: 130 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
  },
  sort: ['finding_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
  empty: '上次自检没有发现不符',
})
