import { defineResource } from '../../core/resource.ts'

export default defineResource({
  name: 'project',
  label: '项目',
  area: 'housing',
  key: 'p_id',
  title: 'name',
  columns: {
    p_id: { label: '编号', is: 'int' },
    name: { label: '项目名称', required: true, max: 60, unique: true },
  },
  sort: ['p_id', 'asc'],
  form: ['name'],
  actions: {
    poster: { label: '打印申请二维码', on: 'row', can: '/api/project/poster', prints: 'apply_poster' },
    repairPoster: { label: '打印报修二维码', on: 'row', can: '/api/project/repair_poster', prints: 'repair_poster' },
  },
  scope: 'p_id',
  lookup: true,
  has: [
    { label: '小区', resource: 'community', by: 'p_id' },
    { label: '房间', resource: 'org', by: 'p_id' },
  ],
})
