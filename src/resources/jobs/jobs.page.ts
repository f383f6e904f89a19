import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'jobs',
  label: '后台任务',
  path: '/setting/jobs',
  menu: { group: '设置', part: '系统', order: 244, icon: 'jobs' },
  access: 'setting_admin',
  strips: [
    { label: '任务', resource: 'job_kind' },
    { label: '执行记录', resource: 'job_run' },
    { label: '失败', resource: 'job_run', where: { state: [4] } },
  ],
})
