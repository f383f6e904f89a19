import { useState } from 'react'
import type { RepairsView } from '../../schemas/repair/phoneRepair.ts'
import { Door } from '../door/Door.tsx'
import { usePage } from '../door/usePage.ts'
import { Waiting } from '../door/Waiting.tsx'
import { Fact } from '../Fact.tsx'
import { DeedForm } from '../form/DeedForm.tsx'
import { Stopped } from '../Stopped.tsx'
import { Order } from './Order.tsx'
import '../form/form.css'
import './repair.css'

const PAGE = {
  name: 'tenant_repair',
  title: '报修',
  start: '进入报修',
  closed: '现在不接受手机报修，请打电话或到窗口报修。',
  hint: '请用在我们这里登记的手机号；没有收到验证码的，请联系工作人员核对登记的号码。',
} as const

const Homes = ({ homes }: Pick<RepairsView, 'homes'>) => (
  <dl className="phone-facts" aria-label="我的房间">
    {homes.map(({ const: org_id, title, description }) => (
      <Fact key={org_id} label={title} value={description} />
    ))}
  </dl>
)

interface Props {
  view: RepairsView
  code: string
  onChanged: () => void
  /** Asks anew, and gives why nothing came through. */
  onRefresh: () => Promise<string>
  onLeave: () => void
}

/** What a tenant sees who has come in: where he lives, how to report, and what he has reported. */
const Inside = ({ view, code, onChanged, onRefresh, onLeave }: Props) => {
  const [trouble, setTrouble] = useState('')
  const [isReporting, setReporting] = useState(false)
  const { operator, phone, notice, homes, left, form, repairs } = view
  const [only] = homes
  const reported = (): void => {
    setReporting(false)
    onChanged()
  }
  return (
    <main className="phone">
      <header>
        <h1>{PAGE.title}</h1>
        <p>
          {operator} · {phone}
        </p>
      </header>
      {notice && <section className="phone-text phone-notice">{notice}</section>}
      {homes.length > 0 ? <Homes homes={homes} /> : <p role="status">这个手机号现在没有在租的房间，不能报修；有疑问请联系工作人员。</p>}
      {isReporting ? (
        <DeedForm
          form={form}
          name={PAGE.name}
          deed="report"
          code={code}
          begins={homes.length === 1 && only ? { org_id: only.const } : {}}
          choices={{ org_id: homes }}
          label="提交报修"
          onDone={reported}
          onStopped={onChanged}
          onCancel={() => setReporting(false)}
        />
      ) : (
        homes.length > 0 && (
          <button type="button" className="phone-main" disabled={left === 0} onClick={() => setReporting(true)}>
            {left === 0 ? '今天的报修次数已用完' : '我要报修'}
          </button>
        )
      )}
      {repairs.length > 0 && <h2 className="repair-head">我的报修</h2>}
      <ul className="repair-orders">
        {repairs.map((repair) => (
          <Order key={repair.repair_id} view={view} repair={repair} code={code} onChanged={onChanged} />
        ))}
      </ul>
      {homes.length > 0 && repairs.length === 0 && !isReporting && <p className="phone-hint">还没有报过修。</p>}
      {trouble && (
        <p className="phone-fault" role="alert">
          {trouble}
        </p>
      )}
      <div className="phone-tools">
        <button type="button" onClick={() => void onRefresh().then(setTrouble)}>
          刷新
        </button>
        <button type="button" onClick={onLeave}>
          换一个手机号
        </button>
      </div>
    </main>
  )
}

/** 报修 on the tenant's own telephone, from the code that was scanned to what was done. */
export default function Repairs() {
  const { shown, open, refresh, leave } = usePage<RepairsView>(PAGE)
  const again = (): void => void open()
  if (!shown) return <Waiting />
  if (shown.is === 'stopped') return <Stopped refused={shown.refused} onAgain={again} />
  if (shown.is === 'door') return <Door {...shown} page={PAGE} onProven={shown.begin} />
  return <Inside view={shown.view} code={shown.code} onChanged={again} onRefresh={refresh} onLeave={leave} />
}
