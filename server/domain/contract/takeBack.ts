import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Adding } from '../../caller/session.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { act } from '../../calls/transition.ts'
import { depositOf, moveDeposit } from '../bill/index.ts'

/** Throws 409 where the deposit that was held when a contract was entered has been used, moved or given back, or more was taken. */
export const checkEntered = async ({ tx }: Acting, contract_id: number): Promise<void> => {
  const { held, entered } = await depositOf(tx, contract_id)
  if (entered !== 0 && held !== entered) throw new CallError(409, '该合同的押金已有收退，不能作废：请办退租')
}

/** Takes the deposit that was held when a contract was entered out of its book again, by an entry of its own: nothing in the book is ever changed. */
export const takeBackDeposit = async ({ tx, session }: Acting, contract_id: number): Promise<void> => {
  const { entered } = await depositOf(tx, contract_id)
  if (entered > 0) await moveDeposit(tx, { contract_id, kind: 6, price: -entered }, session.userId)
}

/** The number of a contract that was entered and is taken back: its own is free for the one that is entered in its place. */
export const numberAfter = ({ sn, contract_id }: { sn: string; contract_id: number }): string => `${sn}（作废 ${contract_id}）`

/**
 * Takes back contracts that an import entered: they are voided, with the bills of which nothing is paid, since the deposit book is only added to. Throws 409,
 * naming the contract, where one was paid for, followed by another, or its deposit moved.
 */
export const takeBackEntered = async (context: Adding, keys: readonly number[]): Promise<void> => {
  const resource = resourceNamed('contract')
  const action = resource.actions.find(({ name }) => name === 'void')
  if (!action) throw new Error('contracts cannot be voided')
  for (const key of keys)
    try {
      await act(context, resource, action, { keys: [key], versions: null, values: { reason: '撤销导入' } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const named = await context.tx.selectFrom('contract').select('sn').where('contract_id', '=', key).executeTakeFirst()
      throw new CallError(error.code, `合同 ${named?.sn ?? key}：${error.message}`)
    }
}
