import { defineResource } from '../../core/resource.ts'
import { drillOutcomes } from '../../schemas/safety/safety.ts'

/** 恢复演练: each time that a backup was brought back beside the store, counted anew and thrown away. Written by the job, never changed. */
export default defineResource({
  name: 'restore_drill',
  label: '恢复演练',
  log: false,
  key: 'drill_id',
  title: 'base',
  columns: {
    drill_id: { label: '编号', is: 'int', list: 'never' },
    created_at: { label: '何时', is: 'datetime', fixed: true, width: 130 },
    outcome: {
      label: '结果',
      is: 'enum',
      of: drillOutcomes,
      tones: { 1: 'good', 2: 'bad' },
      required: true,
      fixed: true,
      filter: true,
      width: 80,
    },
    place: { label: '从哪里', max: 500, fixed: true, width: 170 },
    base: { label: '备份', is: 'code', fixed: true, width: 150 },
    reached: { label: '恢复到', is: 'datetime', fixed: true, width: 130 },
    checks: { label: '对账', is: 'int', unit: '项', fixed: true, width: 80 },
    files: { label: '文件', is: 'int', unit: '个', fixed: true, width: 90 },
    read: { label: '逐个核对', is: 'int', unit: '个', fixed: true, width: 100 },
    seconds: { label: '用时', is: 'int', unit: '秒', fixed: true, width: 80 },
    error: { label: '错在哪里', is: 'note', max: 2000, spoken: true, fixed: true, width: 260 },
  },
  sort: ['drill_id', 'desc'],
  actions: {
    run: {
      label: '立即演练',
      on: 'page',
      can: '/api/restore_drill/run',
      confirm: '把最新的备份恢复到一旁，对账、核对文件，再删去；大家照常工作',
      done: '已排队，马上开始',
    },
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  domain: ['run'],
  empty: '还没有演练过：有了备份以后每天恢复最新的一份来核对，也可以“立即演练”',
})
