import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'projectSetting',
  label: '项目设置',
  path: '/setting/projectSetting',
  menu: { group: '设置', part: '业务', order: 212, icon: 'project' },
  access: 'setting_project',
  strips: [
    { label: '项目', resource: 'project' },
    { label: '小区', resource: 'community' },
  ],
})
