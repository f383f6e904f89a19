import { choicesIn } from '../../core/form.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import type { ApplyView } from '../../schemas/application/applying.ts'
import { Fact } from '../Fact.tsx'
import { typedIn } from './values.ts'
import { Withdraw } from './Withdraw.tsx'

const saidOf = ({ form, projects }: ApplyView, name: string, value: unknown): string => {
  const field = form.properties[name]
  if (!field || value === undefined || value === null) return ''
  const choice = (name === 'p_id' ? projects : choicesIn(field)).find((one) => one.const === value)
  if (choice) return choice.title
  const isMoney = 'x-is' in field && field['x-is'] === 'fen'
  const unit = isMoney ? ' 元' : 'x-unit' in field ? ` ${field['x-unit'] ?? ''}` : ''
  return `${isMoney ? fenToYuan(Number(value)) : String(value)}${unit}`
}

interface Props {
  view: ApplyView
  code: string
  /** Reads it again. */
  onAgain: () => void
  /** Begins another application. */
  onAnew: () => void
}

/** How a submitted application stands, and what it says. */
export const Status = ({ view, code, onAgain, onAnew }: Props) => {
  const { operator, stage, may, form, papers } = view
  const { members, photos: _, ...values } = typedIn(view)
  const facts = Object.keys(form.properties).flatMap((name) => {
    const value = saidOf(view, name, (values as Record<string, unknown>)[name])
    return value === '' ? [] : [{ label: form.properties[name]?.title ?? '', value }]
  })
  return (
    <main className="phone">
      <header>
        <h1>{stage.title}</h1>
        <p role="status">{stage.said}</p>
      </header>
      <dl className="phone-facts">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        {members.length > 0 && <Fact label="家庭成员" value={members.map(({ name }) => String(name)).join('、')} />}
      </dl>
      {papers.length > 0 && (
        <dl className="phone-facts" aria-label="材料">
          {papers.map(({ paper, name, state, reason }) => (
            <Fact key={paper} label={name} value={reason ? `${state}：${reason}` : state} />
          ))}
        </dl>
      )}
      <button type="button" className="phone-main" onClick={onAgain}>
        刷新
      </button>
      {may === 'withdraw' && <Withdraw code={code} onDone={onAgain} />}
      {may === 'again' && (
        <div className="phone-tools">
          <button type="button" onClick={onAnew}>
            重新申请
          </button>
        </div>
      )}
      <p className="phone-hint">{operator}。以后扫同一个二维码，用同一个手机号就能看到进度。</p>
    </main>
  )
}
