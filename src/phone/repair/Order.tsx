import { useState } from 'react'
import type { RepairsView, ShownRepair } from '../../schemas/repair/phoneRepair.ts'
import { Fact } from '../Fact.tsx'
import { DeedForm } from '../form/DeedForm.tsx'
import { Sure } from '../form/Sure.tsx'
import { Pictures } from './Pictures.tsx'

interface Props {
  view: RepairsView
  repair: ShownRepair
  code: string
  onChanged: () => void
}

type Doing = 'supplement' | 'withdraw' | 'review' | null

const LABELS = { supplement: '补充', withdraw: '撤回', review: '确认结果' } as const

/** A repair: what was reported, how it stands, who comes and when, what was done, and what can be done with it now. */
export const Order = ({ view, repair, code, onChanged }: Props) => {
  const [doing, setDoing] = useState<Doing>(null)
  const { repair_id, number, room, kind, state, said, description, supplement, reportedAt, facts, photos, afterPhotos, may } = repair
  const forms = { supplement: view.supplement, review: view.review }
  const cancel = (): void => setDoing(null)
  const changed = (): void => {
    cancel()
    onChanged()
  }
  return (
    <li className="repair-order" aria-label={number}>
      <header>
        <h3>{kind}</h3>
        <strong data-open={may.length > 0}>{state}</strong>
      </header>
      {said && <p role="status">{said}</p>}
      <p className="repair-words">{description}</p>
      {supplement && <p className="repair-words">{supplement}</p>}
      <Pictures code={code} repair_id={repair_id} label="照片" photos={photos} />
      <dl className="phone-facts">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        <Fact label="房间" value={room} />
        <Fact label="报修时间" value={reportedAt} />
        <Fact label="工单号" value={number} />
      </dl>
      <Pictures code={code} repair_id={repair_id} label="完工照片" photos={afterPhotos} />
      {doing === 'withdraw' && (
        <Sure
          label={LABELS.withdraw}
          words="撤回后不再有人上门，要修的请重新报。"
          path="/api/tenant_repair/withdraw"
          params={{ code, repair_id }}
          onDone={changed}
          onStopped={changed}
          onCancel={cancel}
        />
      )}
      {(doing === 'supplement' || doing === 'review') && (
        <DeedForm
          form={forms[doing]}
          name="tenant_repair"
          deed={doing}
          code={code}
          about={{ repair_id }}
          label="提交"
          onDone={changed}
          onStopped={onChanged}
          onCancel={cancel}
        />
      )}
      {doing === null && may.length > 0 && (
        <div className="phone-tools">
          {may.map((deed) => (
            <button key={deed} type="button" onClick={() => setDoing(deed)}>
              {LABELS[deed]}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}
