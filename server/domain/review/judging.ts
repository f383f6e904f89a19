import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Tx } from '../../store/connection/database.ts'
import { scopeOf } from '../../store/reading/filters.ts'
import { readRow } from '../../store/reading/list.ts'
import { type Household, judge, type Limits, type Verdict } from '../application/index.ts'
import { readSetting } from '../setting/index.ts'

/** Gives what is judged of a household by the limits in force (准入设置), or by a version of them: a case keeps the one that it was judged by. */
export const verdictsOn = async (tx: Tx, household: Household, version?: number | null): Promise<Verdict[]> =>
  judge(household, (await readSetting(tx, applicationSetting, version ?? undefined)) as Limits)

/** Gives verdicts in words, those that do not fit first. */
export const wordsOf = (verdicts: readonly Verdict[]): string =>
  verdicts.length === 0
    ? '没有设置标准'
    : verdicts
        .toSorted((a, b) => Number(a.fits) - Number(b.fits))
        .map(({ says }) => says)
        .join('；')

/** Gives what is judged of a household while its declaration is typed; 404 where its review is out of scope. */
export const previewJudging = async (
  { tx, session }: Context,
  { review_id, ...household }: Household & { review_id: number },
): Promise<Preview> => {
  const review = resourceNamed('review')
  await readRow(tx, review, review_id, scopeOf(review, session), resourceNamed)
  const verdicts = await verdictsOn(tx, household)
  return {
    facts: verdicts.map(({ fits, says }) => ({ label: fits ? '符合' : '不符合', value: says })),
    said: verdicts.every(({ fits }) => fits) ? '符合现行标准' : '有不符合的',
  }
}
