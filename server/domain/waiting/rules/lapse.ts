/** What a call's window over says of whoever was called. */
export interface Lapsed {
  /** It is a decline. */
  counts: boolean
  /** Why it is one or none, as the queue's history says it. */
  why: string
}

/** What a lapse is judged by: the setting in force when the person was called, and when the notice arrived, in seconds; null where nobody can show that it did. */
export interface Called {
  lapseCounts: boolean
  arrivedAt: number | null
  heldUntil: number
}

/** Says whether a window that lapsed counts as a decline: only where the setting wants it, and the notice is proven to have arrived within the window (domain.md). */
export const lapseOf = ({ lapseCounts, arrivedAt, heldUntil }: Called): Lapsed => {
  if (arrivedAt === null || arrivedAt >= heldUntil) return { counts: false, why: '期满未选房，通知没有证明送达，不记放弃' }
  if (!lapseCounts) return { counts: false, why: '期满未选房，按轮候设置不记放弃' }
  return { counts: true, why: '期满未选房，通知已送达，记一次放弃' }
}
