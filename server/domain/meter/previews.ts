import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import type { Context } from '../../calls/defineCall.ts'
import { doubtAt, doubtWords, readMeterSetting } from './addReading.ts'
import { dialOf, meterBefore, type Typed } from './dial.ts'
import { amountOf, wordsOf } from './rules/reading.ts'

/** Gives what a reading comes to before it is taken: the last one, what is usual, usage, amount and who pays; and why it will be asked about. */
export const previewReading = async ({ tx, session }: Context, typed: Typed): Promise<Preview> => {
  const before = await meterBefore(tx, typed, session.scope, false)
  const known = [
    { label: '上次读数', value: before.current === null ? '没有抄过' : `${before.current}（${before.read_date}）` },
    { label: '平时用量', value: before.usual === null ? '—' : `${before.usual}` },
    { label: '上次用量', value: before.usages[0] === undefined ? '—' : `${before.usages[0]}` },
    { label: '由谁付', value: before.custom_name ?? '房间没有合同，由本单位承担' },
  ]
  try {
    const { dial, used } = dialOf(before, typed)
    const doubt = doubtAt(before, used, await readMeterSetting(tx))
    return {
      facts: [
        ...known,
        { label: '用量', value: wordsOf(dial) },
        { label: '金额', value: `¥${fenToYuan(amountOf(used, before.price ?? 0))}` },
      ],
      ...(doubt === null ? {} : { said: doubtWords(doubt, before, used) }),
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { facts: known, said: error.message }
  }
}
