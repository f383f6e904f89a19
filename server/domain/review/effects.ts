import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import review from '../../../src/resources/review/review.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { changed } from '../../store/writing/changed.ts'
import type { Household } from '../application/index.ts'
import { atMarketRent, beginLeaving, checkUnrenewed, movedTo, shareAnew } from '../contract/index.ts'
import { settingVersion } from '../setting/index.ts'
import { verdictsOn, wordsOf } from './judging.ts'

const ADJUSTED = 2
const ENDS = 3
const LEAVES = 4
const AT_MARKET = 5
/** 其他: the grounds of a surrender have none of their own for it; its note says what it was. */
const OTHER_GROUND = 7
const BY_LANDLORD = 2

const checkedBy = { checked_by: ({ session }: Acting) => session.userId }

/** The household as it was declared: a review has it from then on. */
const householdOf = ({ nature, family_size, income, housing_area }: RowOf<typeof review>): Household =>
  ({ nature, family_size, income, housing_area: Number(housing_area) }) as Household

/** The life of an annual review: its outcome is carried out at once (spec.md: ratio, market rent, renewal or exit), where its tenant lives by then. */
export default defineEffects(review, {
  declare: {
    sets: { declared_at: ({ now }) => now },
    // The verdict is of the limits in force on that day; their version is kept with it.
    after: async ({ tx }, [{ review_id }], asked) => {
      const rule_version = await settingVersion(tx, applicationSetting)
      const verdict = wordsOf(await verdictsOn(tx, asked as Household, rule_version))
      await tx
        .updateTable('review')
        .set({ verdict, rule_version, ...changed })
        .where('review_id', '=', review_id)
        .execute()
      return { count: 1 }
    },
  },
  pass: {
    check: async ({ tx }, [row], { reason }) => {
      const verdicts = await verdictsOn(tx, householdOf(row), row.rule_version)
      if (verdicts.some(({ fits }) => !fits) && !reason?.trim())
        throw new CallError(400, `${wordsOf(verdicts)}：仍要通过的须写明说明`, { field: 'reason' })
    },
    sets: checkedBy,
    after: async (acting, [{ contract_id: reviewed, number }], { outcome, payment_ratio, from_date }) => {
      const contract_id = await movedTo(acting.tx, reviewed)
      if (outcome === ADJUSTED)
        await shareAnew(acting, contract_id, {
          payment_ratio: payment_ratio as number,
          from_date: from_date as string,
          reason: `年审 ${number}`,
        })
      if (outcome === AT_MARKET)
        await atMarketRent(acting, contract_id, { from_date: from_date as string, reason: `年审 ${number}，按市场租金` })
      return { count: 1 }
    },
  },
  fail: {
    check: async (acting, [row], { outcome, planned_date }) => {
      const { now } = acting
      if (row.status === codeOf(review, 'awaited') && row.due_on >= dateOf(now))
        throw new CallError(409, `申报期限 ${row.due_on} 还没有过，过后仍不申报的才能按不符合办`)
      if (outcome === LEAVES && (planned_date as string) < dateOf(now))
        throw new CallError(400, '退租日期不能早于今天', { field: 'planned_date' })
      if (outcome === ENDS) await checkUnrenewed(acting, row.contract_id)
    },
    sets: checkedBy,
    after: async (acting, [{ contract_id, number }], { outcome, planned_date, reason }) => {
      if (outcome === LEAVES)
        await beginLeaving(acting, {
          contract_id: await movedTo(acting.tx, contract_id),
          ground: OTHER_GROUND,
          ended_by: BY_LANDLORD,
          planned_date: planned_date as string,
          notice_on: dateOf(acting.now),
          note: `年审 ${number} 不符合：${reason}`,
        })
      return { count: 1 }
    },
  },
})
