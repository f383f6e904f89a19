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

/** What the operator asks for, and owes himself (合同设置). */
export interface PenaltyRule {
  notice_days: number
  penalty_months: number
  compensation_months: number
}

/** By these the tenant is at fault, whoever ends it. */
const FAULTS = [5, 6]
/** These are the own choice of whoever ends it: told in time they cost nothing. */
const CHOICES = [4, 7]

const daysBetween = (from: string, to: string): number => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/** So many months' rent, but never more than that of the months that are left, begun ones whole. */
const rentOf = ({ left_on, end_date, rent }: EarlyEnd, months: number): number =>
  rent * Math.max(0, Math.min(months, Math.ceil(daysBetween(left_on, end_date) / 30)))

const isChosenUntold = ({ ground, notice_on, left_on }: EarlyEnd, { notice_days }: PenaltyRule): boolean =>
  CHOICES.includes(ground) && (notice_on === null || daysBetween(notice_on, left_on) < notice_days)

/**
 * Gives what a tenant pays for ending a lease before its time, in fen: so many months' rent where he is at fault, or chose to leave without
 * telling so many days before; never more than the rent of the months that are left, begun ones whole. Nothing where the term is over, where policy
 * asks him to leave (a home of his own, another employer), or where the operator ends it without his fault.
 */
export const penaltyFor = (end: EarlyEnd, rule: PenaltyRule): number =>
  FAULTS.includes(end.ground) || (end.ended_by === 1 && isChosenUntold(end, rule)) ? rentOf(end, rule.penalty_months) : 0

/**
 * Gives what the operator pays a tenant for ending a lease before its time, in fen: so many months' rent where he chose to end it, the tenant not being at
 * fault, without telling so many days before: the notice binds both sides. Bounded, and nothing, as `penaltyFor` is; one of the two owes at most.
 */
export const compensationFor = (end: EarlyEnd, rule: PenaltyRule): number =>
  end.ended_by === 2 && isChosenUntold(end, rule) ? rentOf(end, rule.compensation_months) : 0
