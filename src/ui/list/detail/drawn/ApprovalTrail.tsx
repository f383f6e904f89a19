import { approvers, needs, stepWays } from '../../../../core/approval.ts'
import { type Trail, trailDeeds } from '../../../../protocol/approvals.ts'
import { minuteOf } from '../../../../protocol/dates.ts'
import { said, t } from '../../../../providers/i18nProvider.ts'
import { useRead } from '../../../hooks/useRead.ts'
import { Waiting } from '../../../look/Waiting.tsx'
import type { DrawnProps } from '../Drawn.tsx'
import '../steps.css'
import './trail.css'

type Step = Trail['steps'][number]
type Stage = 'past' | 'now' | 'next' | 'stopped'

const stageOf = ({ is, step }: Trail, place: number): Stage => {
  if (is === 'done' || place < step) return 'past'
  if (place > step) return 'next'
  return is === 'asking' ? 'now' : 'stopped'
}

const needText = ({ need, share }: Step): string => (need === 3 ? t`至少 ${share ?? 100}% 同意` : said(needs[need]))

const ANSWERS = { yes: '✓', no: '✗' } as const

const titleOf = ({ way, who }: Step): string => said(way === 2 ? stepWays[2] : who === 2 ? stepWays[1] : approvers[who])

const StepBox = ({ step, place, stage }: { step: Step; place: number; stage: Stage }) => (
  <li className="step trail-step" data-stage={stage} aria-current={stage === 'now' ? 'step' : undefined}>
    <span>
      {t`第${place + 1}步`} {titleOf(step)}
    </span>
    <small>
      {step.people.length === 0
        ? t`没有人可审批，待指派`
        : step.people
            .map(({ name, said: answer, must }) => `${name}${must ? t`（须同意）` : ''}${answer ? ` ${ANSWERS[answer]}` : ''}`)
            .join(t`、`)}
    </small>
    {step.way === 1 && step.people.length > 1 && <small>{needText(step)}</small>}
    {step.way === 1 && step.hours !== null && <small>{t`限 ${step.hours} 小时`}</small>}
  </li>
)

/** The way of a submission: its steps with whom each asks, where it stands, and beneath what has happened so far, newest last. */
export default function ApprovalTrail({ id, version }: DrawnProps) {
  const { data, error } = useRead<Trail>('/api/my_audit/trail', { audit_id: id }, { as: String(version), isKept: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting like="facts" />
  return (
    <>
      {data.steps.length > 0 && (
        <section className="steps" aria-label={t`审批步骤`}>
          <ol>
            {data.steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <StepBox key={place} step={step} place={place} stage={stageOf(data, place)} />
            ))}
          </ol>
        </section>
      )}
      <ol className="trail" aria-label={t`审批经过`}>
        {data.events.map(({ deed, by, to, opinion, at, round }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of a trail that is only added to, each has its place
          <li key={place} data-deed={deed}>
            <time>{minuteOf(at)}</time>
            <b>{by ?? t`系统`}</b>
            <span>
              {said(trailDeeds[deed])}
              {deed === 1 && round > 0 ? t`（第 ${round + 1} 次）` : ''}
              {to ? ` → ${to}` : ''}
            </span>
            {opinion && <q>{opinion}</q>}
          </li>
        ))}
      </ol>
      {data.told.length > 0 && <p className="trail-told">{t`抄送：${data.told.join(t`、`)}`}</p>}
    </>
  )
}
