import { definePage } from '../../core/page.ts'

/** 公示与摇号: lists, what is objected to them, and lots. */
export default definePage({
  name: 'publications',
  label: '公示与摇号',
  path: '/wait/publicationList',
  menu: { order: 72, icon: 'publication' },
  access: null,
  strips: [
    { label: '公示', resource: 'publication' },
    { label: '异议', resource: 'objection' },
    { label: '摇号', resource: 'lottery' },
  ],
})
