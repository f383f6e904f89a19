import { posterLine, posterSteps, posterTitle } from '../../../src/schemas/application/paper.ts'
import { definePoster } from '../telephone/index.ts'
import { applyDoor } from './door.ts'

export default [
  definePoster(applyDoor, {
    name: 'apply_poster',
    label: '申请二维码',
    letters: 'SQ',
    can: '/api/project/poster',
    closed: '还没有开放手机申请：请先在“设置 › 准入设置”开放',
    page: 'apply',
    says: { title: posterTitle, line: posterLine, steps: posterSteps },
  }),
]
