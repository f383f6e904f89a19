/** What happened to a submission, as its trail has it: by its number. */
export const trailDeeds = {
  1: '提交',
  2: '同意',
  3: '不同意',
  4: '退回',
  5: '转办',
  6: '加签',
  7: '撤回',
  8: '催办',
  9: '指派',
  10: '记录已变，退回',
  11: '超时',
  12: '已办成',
} as const

/** A submission's way, as `/api/my_audit/trail` gives it. */
export interface Trail {
  is: 'new' | 'asking' | 'sentBack' | 'withdrawn' | 'refused' | 'done'
  /** The step that it stands at, from 0. */
  step: number
  round: number
  steps: readonly {
    way: 1 | 2
    who: 1 | 2 | 3 | 4
    need: 1 | 2 | 3
    share: number | null
    hours: number | null
    people: readonly { name: string; said: 'yes' | 'no' | null; must: boolean }[]
  }[]
  /** `by` null is the system; `at` in seconds. */
  events: readonly {
    round: number
    visit: number
    step: number
    deed: keyof typeof trailDeeds
    by: string | null
    to: string | null
    opinion: string | null
    at: number
  }[]
  told: readonly string[]
}
