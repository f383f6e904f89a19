import { CallError } from '../../../src/core/errors.ts'
import { dateOf, minuteOf } from '../../../src/protocol/dates.ts'
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
  // Who comes somewhat before the time has seen it; nobody has on a day to come, nor has he stayed away before the time.
  done: {
    check: async ({ now }, [{ custom_name, start_time }]) => {
      if (dateOf(start_time) > dateOf(now))
        throw new CallError(409, `${custom_name}约的是 ${minuteOf(start_time)}，还没有到那天：提前来看过的先改期`)
    },
  },
  missed: {
    check: async ({ now }, [{ custom_name, start_time }]) => {
      if (start_time > now) throw new CallError(409, `${custom_name}约的是 ${minuteOf(start_time)}，还没有到时间`)
    },
  },
})
