import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'dataSetting',
  label: '数据与下载',
  path: '/setting/data',
  menu: { group: '设置', part: '系统', order: 245, icon: 'data' },
  access: null,
  screen: 'data',
  reads: '/api/message/index',
})
