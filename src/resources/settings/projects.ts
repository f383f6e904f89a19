import { definePage } from '../../core/resource.ts'

export default definePage({
  name: 'projectSetting',
  label: '项目设置',
  path: '/setting/projectSetting',
  menu: { group: '设置', order: 204, icon: 'setting' },
  access: 'setting_project',
  strips: [
    { label: '项目', resource: 'project' },
    { label: '小区', resource: 'community' },
  ],
})
