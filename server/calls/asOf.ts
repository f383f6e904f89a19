import type { Field, FormSchema } from '../../src/core/form.ts'
import { turnToDay } from '../store/reading/pastDay.ts'
import type { Call, Context } from './defineCall.ts'

/** The past day as of which a call reads; none is now. */
const asOf: Field = { type: 'string', title: '截至', description: '过去某一天结束时的情形；不给则为现在', format: 'date', maxLength: 10 }

type Asked = Readonly<Record<string, unknown>> & { as_of?: string }

/** Gives the params of a call that can be asked as of a past day. */
export const withAsOf = (params: FormSchema): FormSchema => ({ ...params, properties: { ...params.properties, as_of: asOf } })

/**
 * Gives a call that reads, and can be asked as of a past day (domain.md, 'As of'): whatever it reads of the business is then as it stood at
 * the end of that day, by the same SQL. It reads versions beside rows, so it is among the heavy ones. Throws as `turnToDay`.
 */
export const askedAsOf = (call: Call, isBooked = false): Call => ({
  ...call,
  params: withAsOf(call.params),
  weight: (params) => (params.as_of ? 'heavy' : typeof call.weight === 'function' ? call.weight(params) : call.weight),
  handle: async (context: Context, { as_of, ...params }: Asked) => {
    if (as_of) await turnToDay(context.tx, as_of, isBooked)
    return call.handle(context, params)
  },
})
