import { defineResource } from '../core/resource.ts'

/** Staff. `name` is what others read beside what this person did. */
export default defineResource({
  name: 'account',
  label: '账号',
  key: 'user_id',
  title: 'name',
  columns: {
    user_id: { label: '编号', is: 'int' },
    name: { label: '姓名', required: true, max: 40 },
  },
  sort: ['user_id', 'asc'],
  calls: { index: false, detail: false, add: false, edit: false, del: false },
})
