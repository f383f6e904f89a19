import { definePage } from '../../core/page.ts'
import { codesOf } from '../../core/states.ts'
import applicationDraft from './applicationDraft.ts'

/** Applications, and what is being filled in on telephones: whoever comes to the counter with it is helped there. */
export default definePage({
  name: 'qualification_list',
  label: '准入资格列表',
  path: '/preQualificationList',
  access: null,
  strips: [
    { label: '准入资格列表', resource: 'qualification' },
    {
      label: '未提交',
      resource: 'application_draft',
      where: { status: codesOf(applicationDraft, 'open') },
      empty: '没有填了还没提交的手机申请',
    },
  ],
})
