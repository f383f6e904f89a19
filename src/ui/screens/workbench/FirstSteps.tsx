import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined'
import { resourceNamed } from '../../../declared/declared.ts'
import type { FirstStep } from '../../../protocol/workbench.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { pageActions } from '../../action/allowed.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { stepsCollapsed } from '../../hooks/preferences.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useStore } from '../../hooks/useStore.ts'
import { listOfRows } from '../../list/listOf.ts'
import { Icon } from '../../look/Icon.tsx'
import { mayLead } from '../../tab/LeadLink.tsx'

type Stage = 'done' | 'next' | 'later'

const Step = ({ step, place, stage }: { step: FirstStep; place: number; stage: Stage }) => {
  const run = useRunAction()
  const resource = resourceNamed(step.resource)
  const action = pageActions(resource).find(({ can, form }) => can === step.begins && form)
  const screen = step.at ? `#${step.at}` : listOfRows(step.resource, {})
  const label = said(step.label)
  return (
    <li className="first-step" data-stage={stage} aria-current={stage === 'next' ? 'step' : undefined}>
      <span className="first-step-mark">{stage === 'done' ? <Icon of={CheckOutlined} /> : place}</span>
      <span className="first-step-said">
        {screen && mayLead(screen) ? <a href={screen}>{label}</a> : <strong>{label}</strong>}
        {stage === 'done' && <span className="visually-hidden">{t`已办`}</span>}
        {step.isOptional && stage !== 'done' && <small>{t`（选办）`}</small>}
        <small>{said(step.hint)}</small>
      </span>
      {action && (
        <button type="button" className="link" onClick={() => run(resource, action)}>
          {action.label}
        </button>
      )}
    </li>
  )
}

/** 上线步骤: by which steps an operator begins, what is done of them, and what is next; nothing once the first month is closed. */
export const FirstSteps = () => {
  const { data: steps = [] } = useRead<FirstStep[]>('/api/workbench/steps', {}, { isView: true, isKept: true })
  const isCollapsed = useStore(stepsCollapsed)
  if (steps.length === 0) return null
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, isOptional }) => !isDone && !isOptional)
  const stageOf = (step: FirstStep): Stage => (step.isDone ? 'done' : step === next ? 'next' : 'later')
  return (
    <section className="panel" aria-label={t`上线步骤`}>
      <div className="first-steps-head">
        <h2>{t`上线步骤`}</h2>
        <progress value={done} max={steps.length} aria-label={t`已办 ${done} 步，共 ${steps.length} 步`} />
        <small>{t`已办 ${done} 步，共 ${steps.length} 步`}</small>
        <button type="button" className="link" aria-expanded={!isCollapsed} onClick={() => stepsCollapsed.set(!isCollapsed)}>
          {isCollapsed ? t`展开` : t`收起`}
        </button>
      </div>
      {!isCollapsed && (
        <ol className="panel-rows first-steps">
          {steps.map((step, at) => (
            <Step key={step.label} step={step} place={at + 1} stage={stageOf(step)} />
          ))}
        </ol>
      )}
    </section>
  )
}
