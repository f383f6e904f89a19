import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import doubt from '../../../src/resources/comparison/doubt.ts'
import homeVisit from '../../../src/resources/comparison/homeVisit.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { insertRow } from '../../store/writing/write.ts'
import { checkOther } from '../application/index.ts'

/** Whoever entered an application does not decide what speaks against it, where the operator wants another pair of eyes. */
const decided = {
  check: async (acting: Acting, [{ apply_id }]: readonly [{ apply_id: number }]): Promise<void> => {
    const { tx } = acting
    const [application] = await tx.selectFrom('qualification').select('created_by').where('apply_id', '=', apply_id).execute()
    if (application) await checkOther(acting, application, '自己登记的申请，疑点由别人认定（准入设置）')
  },
  sets: { decided_by: ({ session }: Acting) => session.userId, decided_at: ({ now }: Acting) => now },
}

/** The life of a doubt. */
const doubts = defineEffects(doubt, {
  send: {
    after: async ({ tx, session }, [{ doubt_id, apply_id, p_id }], { visitor, planned_date, address }) => {
      await belongingOf(tx, resourceNamed('home_visit'), { visitor }, session.scope, resourceNamed)
      const task = { doubt_id, apply_id, p_id, visitor, planned_date, address }
      return { visit_id: await insertRow(tx, resourceNamed('home_visit'), task, session.userId) }
    },
  },
  uphold: decided,
  dismiss: decided,
  // Nobody goes to look into what nothing hangs on any more.
  close: {
    after: async (acting, rows) => {
      await moveThose(acting, 'home_visit', 'drop', sql`t.doubt_id = any(${keyList(rows.map(({ doubt_id }) => doubt_id))})`)
      return { count: rows.length }
    },
  },
})

/** The life of a visit; what it found goes back to the doubt that it was made for. */
const visits = defineEffects(homeVisit, {
  finish: {
    after: async (acting, [{ doubt_id }]) => {
      if (doubt_id !== null) await moveBySystem(acting, 'doubt', 'see', [doubt_id])
      return { count: 1 }
    },
  },
  resend: {
    sets: {
      visitor: (_acting, _task, { visitor }) => visitor,
      planned_date: (_acting, _task, { planned_date }) => planned_date,
    },
  },
  drop: { sets: { reason: () => '申请不再办理' } },
  cancel: {
    after: async (acting, [{ doubt_id }]) => {
      if (doubt_id !== null) await moveBySystem(acting, 'doubt', 'recall', [doubt_id])
      return { count: 1 }
    },
  },
})

export default [doubts, visits]
