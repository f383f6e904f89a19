import { defineResource } from '../../core/resource.ts'
import { runStates, runTones } from '../../schemas/jobs/run.ts'

/** The runs of background work, the system's and those that people asked for (exports, imports). Kept for JOB_DAYS, or EXPORT_DAYS. */
export default defineResource({
  name: 'job_run',
  label: '执行记录',
  key: 'job_id',
  title: 'msg',
  columns: {
    job_id: { label: '编号', is: 'int', list: false, width: 80 },
    kind_id: { label: '任务', is: 'ref', of: 'job_kind', filter: true, list: false, width: 160 },
    msg: { label: '内容', spoken: true, width: 210 },
    created_by: { label: '谁', is: 'ref', of: 'account', unset: '系统', filter: 'more', width: 90 },
    state: { label: '状态', is: 'enum', of: runStates, tones: runTones, filter: true, width: 90 },
    progress: { label: '进度', width: 110 },
    started_at: { label: '开始', is: 'datetime', width: 120 },
    seconds: { label: '用时', is: 'int', unit: '秒', width: 80 },
    attempt: { label: '第几次', is: 'int', list: false, width: 80 },
    due_at: { label: '应运行', is: 'datetime', list: false, width: 120 },
    done: { label: '结果', spoken: true, width: 200 },
    error: { label: '错误', is: 'note', spoken: true, width: 260 },
    may_run: { label: '可再次运行', is: 'enum', of: { 0: '否', 1: '是' }, list: 'never' },
  },
  sort: ['job_id', 'desc'],
  actions: {
    again: {
      label: '再次运行',
      on: 'rows',
      can: '/api/job_run/again',
      when: { may_run: 1 },
      confirm: '所选任务将再运行一次',
      done: '已排队，马上运行',
    },
    cancel: {
      label: '取消',
      on: 'rows',
      can: '/api/job_run/cancel',
      when: { state: [1, 2] },
      confirm: '所选任务将停下，做到一半的不保留',
      tone: 'danger',
    },
  },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  view: 'job_run_view',
  stored: false,
  empty: '还没有执行记录',
})
