import { defineResource } from '../../core/resource.ts'
import { runStates, runTones } from '../../schemas/jobs/run.ts'

/** What the system does without being asked, and what it does in the background for whoever asks: each as its declaration says (defineJob), with its last run. */
export default defineResource({
  name: 'job_kind',
  label: '任务',
  log: false,
  key: 'job_kind_id',
  title: 'label',
  columns: {
    job_kind_id: { label: '编号', is: 'int', list: 'never' },
    label: { label: '任务', spoken: true, fixed: true, width: 170 },
    name: { label: '代码', is: 'code', unique: true, required: true, fixed: true, list: false },
    every: { label: '何时', spoken: true, fixed: true, width: 120 },
    last_at: { label: '上次开始', is: 'datetime', derived: true, fixed: true, width: 120 },
    seconds: { label: '用时', is: 'int', unit: '秒', derived: true, fixed: true, width: 80 },
    state: { label: '状态', is: 'enum', of: runStates, tones: runTones, derived: true, fixed: true, filter: true, width: 90 },
    done: { label: '结果', spoken: true, derived: true, fixed: true, width: 200 },
    error: { label: '错误', is: 'note', spoken: true, derived: true, fixed: true, width: 240 },
    next_at: { label: '下次', is: 'datetime', fixed: true, width: 120 },
    is_periodic: { label: '定时', is: 'enum', of: { 0: '否', 1: '是' }, derived: true, fixed: true, list: 'never' },
  },
  sort: ['job_kind_id', 'asc'],
  actions: {
    run: {
      label: '立即运行',
      on: 'row',
      can: '/api/job_kind/run',
      when: { is_periodic: 1 },
      confirm: '现在就运行一次，不影响下次定时的运行',
      done: '已排队，马上运行',
    },
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  view: 'job_kind_view',
  empty: '没有后台任务',
})
