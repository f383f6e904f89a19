import { CallError } from '../../../src/core/errors.ts'
import screen from '../../../src/resources/screen/screen.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { holdDeclared, readPublished, refuseBreaking, unfitAmong } from './declared.ts'
import { announceChange, bringBack, readScreen } from './publish.ts'
import { refuseStanding } from './standing.ts'

/** 409 where another published screen refers to this one, or its records stand aside until others have agreed. */
const refuseNeeded = async (tx: Tx, { name, screen_id }: { name: string; screen_id: number }): Promise<void> => {
  await holdDeclared(tx)
  const { screens } = await readPublished(tx)
  const by = screens.filter(
    (other) =>
      other.name !== name &&
      (other.has?.some(({ resource }) => resource === name) ||
        Object.values(other.columns).some((column) => (column.is === 'ref' || column.is === 'refs') && column.of === name)),
  )
  if (by.length > 0) throw new CallError(409, `“${by.map(({ label }) => label).join('”“')}”引用了这个页面，请先改它`)
  await refuseBreaking(tx, name, null)
  await refuseStanding(tx, (await readScreen(tx, screen_id)).published, null)
}

/**
 * 409 where a screen as it was published cannot stand beside those that are published now: it refers to one that is not, or its papers would be numbered as
 * another's. Every node would leave out both.
 */
const comeBack = async (tx: Tx, screenId: number): Promise<void> => {
  await holdDeclared(tx)
  const { published } = await readScreen(tx, screenId)
  if (!published) return
  const { screens } = await readPublished(tx)
  const wrong = unfitAmong(published, screens)
  if (wrong) throw new CallError(409, `现在不能恢复，请改好设计稿再发布：${wrong.message}`)
  await refuseBreaking(tx, published.name, published)
  await bringBack(tx, published)
}

/** Who did it last is the one who edited it last. */
const sets = { editor: ({ session }: Acting): number | null => session.userId }

const announce = async ({ tx }: Acting, [{ screen_id }]: readonly [{ screen_id: number }]): Promise<object> => {
  await announceChange(tx)
  return { screen_id }
}

/** A screen that is published goes out of force, and comes back as it was. */
export default defineEffects(screen, {
  withdraw: { check: ({ tx }, [row]) => refuseNeeded(tx, row), sets, after: announce },
  restore: { check: ({ tx }, [{ screen_id }]) => comeBack(tx, screen_id), sets, after: announce },
})
