import { sql } from 'kysely'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { type Dial, wordsOf } from './rules/reading.ts'

export default [
  /** How the usage of a reading and its amount come about. */
  defineCount({
    of: 'meter',
    columns: ['how'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Dial & { key: number; price: number; amount: number }>`
        select meter_id as key, previous, current, old_end, new_start, price, amount from meter where meter_id = any(${keyList(keys)})
      `.execute(db)
      return rows.map(({ key, price, amount, ...dial }) => ({
        key,
        how: `${wordsOf(dial)}，单价 ${fenToYuan(price)} 元，金额 ${fenToYuan(amount)} 元`,
      }))
    },
  }),
]
