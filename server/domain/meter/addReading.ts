import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import meterSetting from '../../../src/resources/settings/meter.ts'
import type { meterForm } from '../../../src/schemas/meter/meter.ts'
import type { Adding } from '../../caller/session.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { useFiles } from '../../files/useFiles.ts'
import { insertRow } from '../../store/writing/write.ts'
import { readSetting } from '../setting/index.ts'
import { billReading } from './billing.ts'
import { type Before, dialOf, meterBefore } from './dial.ts'
import { amountOf, type Doubt, doubtOf, hundredths } from './rules/reading.ts'

type Reading = FormValue<typeof meterForm>
type Setting = Awaited<ReturnType<typeof readMeterSetting>>

/** What a reading came to: usage in units, amount in fen. */
export interface Taken {
  meter_id: number
  usage: number
  amount: number
  bill_id: number | null
  said: string
}

/** Gives 抄表设置 as it is in force. */
export const readMeterSetting = (db: Adding['tx']) => readSetting(db, meterSetting)

/** Gives why a reading is asked about; null where it is like those before. */
export const doubtAt = (
  { usages, usual, contract_id, is_from_before }: Before,
  used: number,
  { times, floor }: Pick<Setting, 'times' | 'floor'>,
) =>
  doubtOf({
    used,
    past: usages.map(hundredths),
    usual: usual === null ? null : hundredths(usual),
    ...{ times, floor, isPaid: contract_id !== null, isFromBefore: is_from_before },
  })

/** Says why a reading is asked about. */
export const doubtWords = (doubt: Doubt, { usual, read_date, start_date }: Before, used: number): string =>
  ({
    1: `用量 ${used / 100}，平时是 ${usual ?? 0}，请核实`,
    2: `用量是 0，以前每次都有用量（平时 ${usual ?? 0}），请核实`,
    3: `这块表第一次抄，用量 ${used / 100} 从 0 算起：请核实，或在“是否换表”选“是”、填起码`,
    4: `上次抄表（${read_date}）以后房间换过人，承租方从 ${start_date} 起才租：请先补抄入住前一天的读数；用量 ${used / 100} 确实都归承租方的，请核实`,
  })[doubt]

const checkDoubt = (reading: Reading, doubt: Doubt | null, before: Before, used: number, photo: number): void => {
  if (doubt === null) return
  if (reading.is_checked !== 1) throw new CallError(400, `${doubtWords(doubt, before, used)}后在“已核实”选“是”`, { field: 'is_checked' })
  if (photo === 1 && (reading.imgs ?? []).length === 0) throw new CallError(400, '异常的用量须有表的照片（抄表设置）', { field: 'imgs' })
}

const saidOf = (used: number, amount: number, { contract_id }: Before, bill_id: number | null): string => {
  const what = `用量 ${used / 100}，${fenToYuan(amount)} 元`
  if (contract_id === null) return `已抄表：${what}；房间没有合同，用量由本单位承担，不开账单`
  return bill_id === null ? `已抄表：${what}` : `已抄表：${what}，已开账单`
}

/**
 * Records a reading (domain.md, meter reading): usage since the last one, times the room's unit price, and the bill of whoever rents the room. Throws 400 where
 * the room has no such meter, the day is not after the last reading's, the reading went down though the meter was not replaced, or the usage is unlike those
 * before and nobody has looked into it.
 */
export const addReading = (adding: Adding, reading: Reading): Promise<Taken> => takeReading(adding, reading, null)

/** A reading that is taken back for another in its place: its number, and its unit price in fen. */
interface Corrected {
  meter_id: number
  price: number | null
}

/** Records a reading in the place of one that is taken back, at the unit price of that one: what the room pays a unit since then is for what is read since then. Throws as above. */
export const addCorrected = (adding: Adding, reading: Reading, corrected: Corrected): Promise<Taken> =>
  takeReading(adding, reading, corrected)

const takeReading = async ({ tx, session }: Adding, reading: Reading, corrected: Corrected | null): Promise<Taken> => {
  const setting = await readMeterSetting(tx)
  const found = await meterBefore(tx, reading, session.scope, true)
  const before = { ...found, price: corrected?.price ?? found.price, corrects: corrected?.meter_id ?? null }
  const { dial, used } = dialOf(before, reading)
  const doubt = doubtAt(before, used, setting)
  checkDoubt(reading, doubt, before, used, setting.photo)
  await useFiles({ tx, session }, resourceNamed('meter'), reading)
  const taken = await keepReading({ tx, session }, reading, before, { dial, used, doubt })
  const bill_id = setting.bills === 1 ? await billReading({ tx, session }, before, { ...reading, ...taken }, setting.due_days ?? 0) : null
  return { ...taken, bill_id, said: saidOf(used, taken.amount, before, bill_id) }
}

/** Where a reading is typed that says nothing of another meter. */
const ENTERED_FIRST = '换过表的先在“抄表记录”新增这次读数'

/** Records the reading at which a room is given back: two have looked at it, and whoever takes the room back bills it. Throws 400 as above. */
export const addLastReading = async (acting: Acting, reading: Reading): Promise<Omit<Taken, 'bill_id' | 'said'>> => {
  const { tx, session } = acting
  const before = await meterBefore(tx, reading, session.scope, true)
  return keepReading({ tx, session }, reading, before, { ...dialOf(before, reading, ENTERED_FIRST), doubt: null })
}

interface Reckoned extends ReturnType<typeof dialOf> {
  doubt: Doubt | null
}

const keepReading = async (
  { tx, session }: Pick<Acting, 'tx' | 'session'>,
  { is_checked: _looked, ...reading }: Reading,
  before: Before & { corrects?: number | null },
  { dial, used, doubt }: Reckoned,
) => {
  const resource = resourceNamed('meter')
  const price = before.price as number
  const [usage, amount] = [used / 100, amountOf(used, price)]
  const { old_end, new_start } = dial
  const meter_id = await insertRow(
    tx,
    resource,
    {
      ...{ ...reading, previous: dial.previous, old_end, new_start, usage, usual: before.usual, price, amount, doubt },
      ...{ borne: before.contract_id === null ? 2 : 1, contract_id: before.contract_id, p_id: before.p_id },
      corrects: before.corrects ?? null,
    },
    session.userId,
  )
  return { meter_id, usage, amount }
}
