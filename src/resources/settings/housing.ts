import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'settingManagement',
  label: '房源设置',
  path: '/setting/settingManagement',
  menu: { group: '设置', part: '业务', order: 211, icon: 'build' },
  access: 'setting_build',
  strips: [
    { label: '房源类型', resource: 'kind' },
    { label: '标签', resource: 'tags' },
    { label: '抄表项', resource: 'simple' },
    { label: '费用项', resource: 'cost' },
    { label: '押金项', resource: 'pledge' },
  ],
})
