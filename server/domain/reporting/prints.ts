import { repairPoster } from '../../../src/schemas/repair/paper.ts'
import { definePoster } from '../telephone/index.ts'
import { repairDoor } from './door.ts'

export default [
  definePoster(repairDoor, {
    name: 'repair_poster',
    label: '报修二维码',
    letters: 'BXM',
    can: '/api/project/repair_poster',
    closed: '还没有开放手机报修：请先在“设置 › 报修设置”开放',
    page: 'repair',
    says: repairPoster,
  }),
]
