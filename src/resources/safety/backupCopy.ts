import { defineResource } from '../../core/resource.ts'
import { recoverySheet } from '../../schemas/safety/paper.ts'
import { keyStates } from '../../schemas/safety/safety.ts'

/** 备份: the copies of the database that the place in force holds, as it was last looked at. */
export default defineResource({
  name: 'backup_copy',
  label: '备份',
  log: false,
  key: 'copy_id',
  title: 'name',
  columns: {
    copy_id: { label: '编号', is: 'int', list: 'never' },
    finished_at: { label: '做完', is: 'datetime', required: true, fixed: true, sort: true, width: 130 },
    name: { label: '备份', is: 'code', required: true, fixed: true, width: 150 },
    place: { label: '在哪里', max: 500, required: true, fixed: true, width: 200 },
    size: { label: '数据库', is: 'int', unit: 'MB', fixed: true, width: 90 },
    files: { label: '文件', is: 'int', unit: '个', fixed: true, width: 90 },
    seconds: { label: '用时', is: 'int', unit: '秒', fixed: true, width: 80 },
    key: { label: '密钥', is: 'enum', of: keyStates, tones: { 1: 'good', 2: 'soon' }, required: true, fixed: true, width: 100 },
    fingerprint: { label: '密钥的指纹', is: 'code', fixed: true, list: false, width: 190 },
    sha256: { label: 'SHA-256', is: 'code', max: 64, fixed: true, list: false, width: 240 },
  },
  sort: ['finished_at', 'desc'],
  prints: { sheet: { label: '恢复单', letters: 'HFD', paper: 'A4', text: recoverySheet } },
  actions: {
    make: {
      label: '立即备份',
      on: 'page',
      can: '/api/backup_copy/make',
      confirm: '现在就备份一份，不影响每天的备份；大家照常工作',
      done: '已排队，马上开始',
    },
    sheet: { label: '打印恢复单', on: 'row', can: '/api/backup_copy/sheet', prints: 'sheet' },
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  domain: ['make'],
  empty: '还没有备份：上面选好备份到哪里并保存，以后每天备份一份，也可以“立即备份”',
})
