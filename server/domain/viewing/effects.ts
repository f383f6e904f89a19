import reserve from '../../../src/resources/viewing/reserve.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { forgetViewings } from '../reminder/index.ts'

type Viewing = { reserve_id: number; start_time: number }

const forget = async ({ tx }: Acting, _rows: unknown, _asked: unknown, before: readonly Viewing[]): Promise<undefined> => {
  await forgetViewings(tx, before)
}

/** A viewing that is put off stays in its state; that its room has another then, the store refuses. What was told of it before is so no more. */
export default defineEffects(reserve, {
  move: {
    sets: {
      start_time: (_acting, _row, { start_time }) => start_time,
      end_time: (_acting, _row, { end_time }) => end_time,
    },
    after: forget,
  },
  cancel: { after: forget },
})
