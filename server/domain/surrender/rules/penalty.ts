/** How a lease ends before its time. */
export interface EarlyEnd {
  /** 1 届满, 2 购房, 3 离职, 4 主动, 5 违规, 6 欠租, 7 其他 (domain.md, Rules of the trade). */
  ground: number
  /** Who ends it: 1 the tenant, 2 the operator. */
  ended_by: number
  /** The day on which the other side was told; null where it was not. */
  notice_on: string | null
  left_on: string
  /** The last day that was agreed on. */
  end_date: string
  /** A month's rent, in fen. */
  rent: number
}

/** What the operator asks for (合同设置). */
export interface PenaltyRule {
  notice_days: number
  penalty_months: number
}

/** By these the tenant is at fault, whoever ends it. */
const FAULTS = [5, 6]
/** These are his own choice: told in time they cost nothing. */
const CHOICES = [4, 7]

const daysBetween = (from: string, to: string): number => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/**
 * Gives what a tenant pays for ending a lease before its time, in fen: so many months' rent where he is at fault, or chose to leave without
 * telling so many days before; never more than the rent of the months that are left, begun ones whole. Nothing where the term is over, where policy
 * asks him to leave (a home of his own, another employer), or where the operator ends it without his fault.
 */
export const penaltyFor = (end: EarlyEnd, rule: PenaltyRule): number => {
  const { ground, ended_by, notice_on, left_on, end_date, rent } = end
  const early = daysBetween(left_on, end_date)
  if (early <= 0) return 0
  const isLate = notice_on === null || daysBetween(notice_on, left_on) < rule.notice_days
  const isOwed = FAULTS.includes(ground) || (ended_by === 1 && CHOICES.includes(ground) && isLate)
  return isOwed ? rent * Math.min(rule.penalty_months, Math.ceil(early / 30)) : 0
}
