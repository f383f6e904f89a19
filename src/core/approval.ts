/**
 * The kinds of business that may need approval before they are done (domain.md, Approvals), by the names under which 审批设置 keeps their steps. The code is what the
 * store keeps; `own` is an action that says its steps itself.
 */
export const businesses = {
  signing: { code: 1, label: '合同签订' },
  renewal: { code: 2, label: '续签' },
  surrender: { code: 3, label: '退租' },
  bill_void: { code: 4, label: '账单作废' },
  expense: { code: 5, label: '支出流水' },
  reduction: { code: 6, label: '减免' },
  own: { code: 7, label: '自建页面' },
  room_change: { code: 8, label: '换房' },
  amendment: { code: 9, label: '合同变更' },
  contract_void: { code: 10, label: '合同作废' },
  qualification: { code: 11, label: '准入资格' },
  bad_debt: { code: 12, label: '坏账核销' },
  payment_plan: { code: 13, label: '还款计划' },
  payer_change: { code: 14, label: '改付款方' },
} as const
export type Business = keyof typeof businesses
/** The kinds of which 审批设置 has the steps. */
export type SetBusiness = Exclude<Business, 'own'>

/** Whether a step asks for a decision, or only tells. */
export const stepWays = { 1: '审批', 2: '抄送' } as const
/** Who has to agree at a step. */
export const approvers = { 1: '角色', 2: '账号', 3: '申请人部门负责人', 4: '申请人直属上级' } as const
/** How many of a role have to agree. */
export const needs = { 1: '任一人', 2: '全部', 3: '按比例' } as const
/** What happens when the time is over. */
export const lateDeeds = { 1: '只催办', 2: '视为同意', 3: '视为不同意', 4: '转给' } as const

/** One step of an approval, as 审批设置 or an action says it. */
export interface ApprovalStep {
  way: keyof typeof stepWays
  who: keyof typeof approvers
  role_id?: number
  user_id?: number
  all?: keyof typeof needs
  /** Percent of those asked, where `all` is 3. */
  share?: number
  /** Asked only for amounts over this, in fen. */
  over?: number
  /** The time for the decision. */
  hours?: number
  late?: keyof typeof lateDeeds
  late_to?: number
}

/** What an action says of the approval that it needs. */
export interface Approval<C extends string = string> {
  /** 审批设置 has the steps of this kind of business. */
  business?: SetBusiness
  /** Its own steps, where no kind of business has them. */
  steps?: readonly ApprovalStep[]
  /** Needed only where these hold, of what is asked and of the record. */
  when?: Readonly<Partial<Record<NoInfer<C>, string | number | readonly (string | number)[]>>>
  /** What is asked, or the record's column, by which a step's `over` is judged: an amount in fen. */
  amount?: NoInfer<C>
  /** The state in which the record stands while it is being asked for; the deed leads it away from there, and where nobody agrees it goes back whence it came. */
  meanwhile?: string
}

/** Gives the names by which an approval is judged, columns or what is asked: whether it is needed, and by which amount. */
export const approvalNames = (approves: Approval | undefined): string[] =>
  [...Object.keys(approves?.when ?? {}), approves?.amount ?? []].flat()
