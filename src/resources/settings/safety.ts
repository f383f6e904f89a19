import { defineSetting } from '../../core/setting.ts'
import { safetyForm } from '../../schemas/settings/safety.ts'

export default defineSetting({
  name: 'safetySetting',
  label: '数据安全',
  path: '/setting/safety',
  menu: { group: '设置', part: '系统', order: 246, icon: 'safety' },
  access: 'setting_admin',
  changes:
    '数据库与上传的文件备份到哪里、何时备份、留几份：保存后一分钟内开始归档，此后每分钟一次；每天备份一份，并把最新的恢复一次来证明它恢复得出来。',
  form: safetyForm,
  trial: { label: '试连', call: '/api/safetySetting/test' },
  shows: { label: '现在', call: '/api/safetySetting/standing' },
  lists: [
    { label: '恢复演练', resource: 'restore_drill', rows: 30 },
    { label: '备份', resource: 'backup_copy', rows: 30 },
  ],
})
