import { useState } from 'react'
import type { Field } from '../../core/form.ts'
import type { ApplyView } from '../../schemas/application/applying.ts'
import { callByLink, newRequest, Refused } from '../call.ts'
import { FieldInput } from '../form/FieldInput.tsx'
import { showFirst } from '../form/showFirst.ts'
import { Members } from './Members.tsx'
import { Papers } from './Papers.tsx'
import { useSaving } from './useSaving.ts'
import { type Faults, faultsOf, missingIn, sentOf, type Typed, typedIn } from './values.ts'
import { Withdraw } from './Withdraw.tsx'

interface Props {
  view: ApplyView
  code: string
  onSubmitted: () => void
  /** The link itself permits no more. */
  onStopped: (refused: Refused) => void
}

const Head = ({ view: { operator, stage, phone, keptUntil } }: { view: ApplyView }) => (
  <header>
    <h1>{stage.name === 'returned' ? '请补正后重新提交' : '申请住房'}</h1>
    {stage.name === 'returned' ? (
      <p className="phone-fault" role="status">
        {stage.said}
      </p>
    ) : (
      <p>
        {operator}。填写的内容自动保存，保留到 {keptUntil}，换手机也可以扫码用 {phone} 接着填。
      </p>
    )}
  </header>
)

/** The form that an applicant fills in or mends, and submits. */
export const Form = ({ view, code, onSubmitted, onStopped }: Props) => {
  const [typed, setTyped] = useState(() => typedIn(view))
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const [request, setRequest] = useState(() => newRequest())
  const said = useSaving(code, typed)
  const { properties, required = [] } = view.form
  const isMending = view.stage.name === 'returned'
  const missing = missingIn(view, typed)
  const change = (more: Partial<Typed>): void => setTyped((now) => ({ ...now, ...more }) as Typed)
  const clear = (name: string): void => setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => field !== name)))
  const refuse = (found: Faults): void => {
    setFaults(found)
    requestAnimationFrame(() => showFirst(found))
  }
  const submit = async (): Promise<void> => {
    const found = faultsOf(view, typed)
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    try {
      await callByLink('/api/apply/submit', { code, ...sentOf(typed), request_id: request })
      onSubmitted()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.why !== '') return onStopped(error)
      if (error.code !== 0) setRequest(newRequest())
      refuse({ [error.field]: error.message })
    } finally {
      setBusy(false)
    }
  }
  const asked = Object.entries(properties).filter(([, field]) => field.type !== 'array' && !field['x-hidden'])
  return (
    <main className="phone">
      <Head view={view} />
      <section className="phone-step" aria-label="申请人">
        <h2>申请人</h2>
        {asked.map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={typed[name]}
            isRequired={required.includes(name)}
            fault={faults[name]}
            choices={name === 'p_id' ? view.projects : undefined}
            onChange={(value) => {
              clear(name)
              change({ [name]: value } as Partial<Typed>)
            }}
          />
        ))}
      </section>
      <Members field={properties.members as Field} members={typed.members} faults={faults} onChange={(members) => change({ members })} />
      <Papers
        view={view}
        code={code}
        typed={typed}
        fault={faults.photos}
        onAdd={(photo) => setTyped((now) => ({ ...now, photos: [...now.photos, photo] }))}
        onRemove={({ file_id }) => setTyped((now) => ({ ...now, photos: now.photos.filter((photo) => photo.file_id !== file_id) }))}
      />
      {missing.length > 0 && <p className="phone-hint">还缺必交的材料：{missing.join('、')}。可以先提交，审核时会请您补交。</p>}
      {Object.keys(faults).length > 0 && (
        <p className="phone-fault" role="alert">
          {faults[''] ?? '有填错或没填的，请看红字'}
        </p>
      )}
      <button type="button" className="phone-main" disabled={isBusy} onClick={() => void submit()}>
        {isBusy ? '正在提交…' : isMending ? '重新提交' : '提交申请'}
      </button>
      <p className="phone-hint" role="status">
        {said || '提交即表示所填内容真实；提交后由工作人员审核。'}
      </p>
      {view.may === 'withdraw' && <Withdraw code={code} onDone={onSubmitted} />}
    </main>
  )
}
