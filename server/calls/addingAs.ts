import { resourceNamed } from '../../src/declared/declared.ts'
import type { Adding } from '../caller/session.ts'
import { belongingOf } from '../store/writing/belonging.ts'
import { insertRow } from '../store/writing/write.ts'
import type { Call, Context } from './defineCall.ts'
import { derivedCall } from './resourceCalls.ts'

type Params = Record<string, unknown>

/**
 * Gives the derived `add` of a resource, which first looks at what was asked: `prepared` refuses it, or gives it with what the record gets
 * beside it. A row of a file is added alike.
 */
export const addingAs = <Asked extends object>(
  name: string,
  prepared: (adding: Pick<Adding, 'tx' | 'now' | 'session'>, asked: Asked) => Promise<Asked>,
): Call => {
  const resource = resourceNamed(name)
  const add = derivedCall(resource, 'add', resourceNamed)
  const row = async (adding: Adding, asked: Asked) => {
    const { tx, session } = adding
    const said = { ...(await prepared(adding, asked)) } as Params
    const belonging = await belongingOf(tx, resource, said, session.scope, resourceNamed)
    return { [resource.key]: await insertRow(tx, resource, { ...said, ...belonging }, session.userId) }
  }
  return {
    ...add,
    adds: { makes: [name], row },
    handle: async (context: Context, asked: Asked) => add.handle(context, await prepared(context, asked)),
  }
}
