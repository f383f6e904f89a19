import type { ApplyView } from '../../schemas/application/applying.ts'
import { Door } from '../door/Door.tsx'
import { usePage } from '../door/usePage.ts'
import { Waiting } from '../door/Waiting.tsx'
import { Stopped } from '../Stopped.tsx'
import { Form } from './Form.tsx'
import { Status } from './Status.tsx'
import '../form/form.css'
import './apply.css'

const PAGE = {
  name: 'apply',
  title: '申请住房',
  start: '开始填写',
  closed: '现在不接受手机申请，请到窗口办理。',
  hint: '没填完的、已提交的，也从这里用同一个手机号进入。',
} as const

/** 申请住房 on one's own telephone, from the code that was scanned to how the application stands. */
export default function Apply() {
  const { shown, open, leave } = usePage<ApplyView>(PAGE)
  const again = (): void => void open()
  if (!shown) return <Waiting />
  if (shown.is === 'stopped') return <Stopped refused={shown.refused} onAgain={again} />
  if (shown.is === 'door') return <Door {...shown} page={PAGE} onProven={shown.begin} />
  const { view, code } = shown
  const isForm = view.stage.name === 'filling' || view.stage.name === 'returned'
  if (!isForm) return <Status view={view} code={code} onAgain={again} onAnew={leave} />
  return <Form key={view.stage.name} view={view} code={code} onSubmitted={again} onStopped={again} />
}
