import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import type { StateOf } from '../../../src/core/typed.ts'
import review from '../../../src/resources/review/review.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import type { Household } from '../../domain/application/index.ts'
import { makeBatch, verdictsOn, wordsOf } from '../../domain/review/index.ts'
import { settingVersion } from '../../domain/setting/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { calendar, type Day } from '../calendar.ts'
import { randomOf } from '../random.ts'
import type { Staff } from '../types.ts'

/** How many of a batch have been seen to; the others are still to declare. */
const SEEN = 90
const [STAYS, NOT_RENEWED] = [1, 3]

const stateOf = (index: number): StateOf<typeof review> => (index % 10 < 6 ? 'passed' : index % 10 < 9 ? 'declared' : 'failed')

/** Adds this year's reviews of the first project, as they stand three weeks before the last day to declare. None of their outcomes changes a contract today. */
export const addReviews = async (tx: Tx, today: Day, { guanjia, admin }: Staff): Promise<void> => {
  if (guanjia === null || admin === null) return
  const { rows: projects } = await sql<{ p_id: number }>`select p_id from project order by p_id limit 1`.execute(tx)
  const p_id = projects[0]?.p_id
  if (p_id === undefined) return
  const now = calendar.instantOf(today, 9 * 60)
  const date = calendar.dateOf(today)
  const meant = { p_id, batch: `年审 ${date.slice(0, 4)}`, begun_by: calendar.dateOf(today - 365), due_on: calendar.dateOf(today + 21) }
  const acting = { tx, session: { userId: guanjia, scope: null }, now } as Parameters<typeof makeBatch>[0]
  await makeBatch(acting, meant)
  const begun = calendar.instantOf(today - 30, 9 * 60)
  await sql`update review set created_at = ${begun}::bigint`.execute(tx)

  const random = randomOf('reviews')
  const rule_version = await settingVersion(tx, applicationSetting)
  const { rows } = await sql<{ review_id: number }>`select review_id from review order by review_id limit ${SEEN}`.execute(tx)
  const seen = []
  for (const [index, { review_id }] of rows.entries()) {
    const state = stateOf(index)
    const family_size = random.int(1, 5)
    const household: Household = {
      nature: random.pick([1, 1, 2, 3] as const),
      family_size,
      income: family_size * random.int(30, 50) * 10_000,
      housing_area: random.int(0, 12),
    }
    const verdicts = await verdictsOn(tx, household)
    const isOver = verdicts.some(({ fits }) => !fits)
    const reason = { passed: isOver ? '超出不多，本人患病在治，经办公会同意保留一年' : null, failed: '家庭在本市已购住房，到期不再续租' }
    seen.push({
      ...{ review_id, ...household, verdict: wordsOf(verdicts), rule_version, status: codeOf(review, state) },
      declared_at: calendar.instantOf(today - random.int(1, 25), 540 + random.int(0, 420)),
      outcome: state === 'passed' ? STAYS : state === 'failed' ? NOT_RENEWED : null,
      reason: state === 'passed' || state === 'failed' ? reason[state] : null,
      checked_by: state === 'declared' ? null : admin,
    })
  }
  await sql`
    update review r set nature = s.nature, family_size = s.family_size, income = s.income, housing_area = s.housing_area, verdict = s.verdict,
      rule_version = s.rule_version, status = s.status, declared_at = s.declared_at, outcome = s.outcome, reason = s.reason, checked_by = s.checked_by
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s (review_id integer, nature integer, family_size integer, income bigint,
      housing_area numeric, verdict text, rule_version integer, status integer, declared_at bigint, outcome integer, reason text, checked_by integer)
    where r.review_id = s.review_id
  `.execute(tx)
}
