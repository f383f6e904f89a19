import reserve from '../../../src/resources/viewing/reserve.ts'
import { defineEffects } from '../../calls/defineEffects.ts'

/** A viewing that is put off stays in its state; that its room has another then, the store refuses. */
export default defineEffects(reserve, {
  move: {
    sets: {
      start_time: (_acting, _row, { start_time }) => start_time,
      end_time: (_acting, _row, { end_time }) => end_time,
    },
  },
})
