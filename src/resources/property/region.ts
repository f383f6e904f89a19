import { defineResource } from '../../core/resource.ts'

/** National divisions: province, city, county and town, all of them (GB/T 2260 and the statistics bureau's towns). */
export default defineResource({
  name: 'region',
  label: '行政区划',
  log: false,
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '代码', is: 'int' },
    name: { label: '名称', required: true, max: 60, filter: true },
    parent_id: { label: '上级', is: 'int', filter: true },
    level: { label: '级别', is: 'enum', of: { 1: '省', 2: '市', 3: '区县', 4: '街道' }, filter: true },
  },
  sort: ['id', 'asc'],
  calls: { add: false, edit: false, del: false, detail: false },
  lookup: true,
})
