import type { Action } from '../action.ts'
import type { Approval, ApprovalStep } from '../approval.ts'
import type { Condition, FormSchema } from '../form.ts'
import { isMaskedKind } from '../kinds.ts'
import type { Resource } from '../resource.ts'
import { checkCondition, fitsColumn } from './fits.ts'
import { isKnown, type Say } from './say.ts'

/** More than anyone waits for. */
const MAX_STEPS = 6

/** Words whose value is one of so many, or a count of at most so many; left out is neither. */
const isIn = (value: number | undefined, most: number): boolean => value === undefined || (value >= 1 && value <= most)

const checkStep = (step: ApprovalStep, at: string, say: Say): void => {
  const { way, who, role_id, user_id, all, share, hours, late, late_to, over } = step
  const known =
    isIn(way, 2) && who >= 1 && who <= 4 && isIn(all, 3) && isIn(share, 100) && isIn(hours, 2400) && isIn(late, 4) && (over ?? 0) >= 0
  if (!known) say('R171', at, 'way 是 1–2，who 是 1–4，all 是 1–3，share 是 1–100（%），late 是 1–4，hours 是 1–2400，over 不小于 0')
  if (who === 1 && role_id === undefined) say('R171', `${at}.role_id`, 'who: 1（角色）须写 role_id：哪个角色')
  if (who === 2 && user_id === undefined) say('R171', `${at}.user_id`, 'who: 2（账号）须写 user_id：哪个账号')
  if (all === 3 && share === undefined) say('R171', `${at}.share`, 'all: 3（按比例）须写 share：至少百分之几')
  if (late !== undefined && hours === undefined) say('R171', `${at}.hours`, '写了 late（超时后）须写 hours：时限')
  if (late === 4 && late_to === undefined) say('R171', `${at}.late_to`, 'late: 4（转给）须写 late_to：转给谁')
}

const dialogOf = (resource: Resource, { opens }: Action): FormSchema | undefined =>
  (resource.dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[opens ?? '']

const checkNames = (resource: Resource, approves: Approval, form: FormSchema | undefined, at: string, say: Say): void => {
  const fields = form?.properties ?? {}
  const names = [...Object.keys(resource.columns), ...Object.keys(fields)]
  for (const name of Object.keys(approves.when ?? {})) isKnown(name, names, `${at}.when.${name}`, say, '列或对话框的字段')
  checkCondition(approves.when as Condition | undefined, fields, `${at}.when`, say)
  for (const [name, wanted] of Object.entries(approves.when ?? {})) {
    const column = fields[name] ? undefined : resource.columns[name]
    for (const value of column ? [wanted ?? []].flat() : [])
      if (column && value !== '' && !fitsColumn(column, value))
        say('R140', `${at}.when.${name}`, `'${name}' 不会是 ${JSON.stringify(value)}`)
  }
  const { amount } = approves
  if (amount === undefined || !isKnown(amount, names, `${at}.amount`, say, '列或对话框的字段')) return
  const field = fields[amount]
  const isFen = field ? 'x-is' in field && field['x-is'] === 'fen' : resource.columns[amount]?.is === 'fen'
  if (!isFen) say('R171', `${at}.amount`, `'${amount}' 不是金额（is: 'fen'）`)
}

/** Where the record stands meanwhile is a state, other than the one from which it came: it has to be one alone, to which it can go back. */
const checkMeanwhile = ({ states }: Resource, { from, approves }: Action, at: string, say: Say): void => {
  const { meanwhile } = approves ?? {}
  if (meanwhile === undefined) return
  if (!isKnown(meanwhile, Object.keys(states?.of ?? {}), `${at}.meanwhile`, say, '状态', 'R190')) return
  const whence = [from ?? []].flat()
  if (whence.length !== 1 || whence[0] === meanwhile)
    say('R190', `${at}.meanwhile`, '写了 meanwhile 的操作，from 须是一个状态，且不是它：未通过就回到那里')
}

const isSecret = ({ 'x-is': is }: { 'x-is'?: string }): boolean => isMaskedKind(is as never) || /password|secret/i.test(is ?? '')

/**
 * Says what is wrong with actions that need approval: steps from nowhere or from two places, what cannot be put off, and what a
 * submission may not keep.
 */
export const checkApproval = (resource: Resource, say: Say): void => {
  for (const [name, action] of Object.entries(resource.actions ?? {}) as [string, Action][]) {
    const { approves } = action
    if (!approves) continue
    const at = `actions.${name}.approves`
    const { business, steps } = approves
    if ((business === undefined) === (steps === undefined))
      say('R170', at, '写 business（审批设置里的哪类业务）或 steps（自己的步骤），二者之一')
    if (steps && (steps.length === 0 || steps.length > MAX_STEPS)) say('R170', `${at}.steps`, `至少一步，最多 ${MAX_STEPS} 步`)
    for (const [place, step] of (steps ?? []).entries()) checkStep(step, `${at}.steps[${place}]`, say)
    if (action.prints || action.enters || action.leads || action.asks || action.resumes || action.saves)
      say('R172', at, '打印、进入、跳转，以及打开时另问的操作不能审批')
    if (name === 'edit' || name === 'del') say('R172', at, '编辑与删除不能审批：写成一个操作')
    if (resource.log === false || resource.stored === false)
      say('R172', at, '不写操作日志、或没有自己的表的，不能审批：审批人看不到会改什么')
    const form = dialogOf(resource, action)
    for (const [field, spec] of Object.entries(form?.properties ?? {}))
      if (isSecret(spec as { 'x-is'?: string }))
        say('R172', `dialogs.${action.opens}.properties.${field}`, `要审批的操作不能问“${spec.title}”：提交的内容会留着给审批人看`)
    checkNames(resource, approves, form, at, say)
    checkMeanwhile(resource, action, at, say)
  }
}
