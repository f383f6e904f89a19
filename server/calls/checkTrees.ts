import { CallError } from '../../src/core/errors.ts'
import type { FormSchema, Tree } from '../../src/core/form.ts'
import { nearest } from '../../src/core/nearest.ts'
import { knownCall } from '../caller/knownCalls.ts'
import type { Context } from './defineCall.ts'

type Values = Readonly<Record<string, unknown>>

const choicesOf = async (context: Context, { call, list, value }: Tree): Promise<string[]> => {
  const groups = (await knownCall(call)?.ask(context, {})) as Readonly<Record<string, Values[]>>[]
  return groups.flatMap((group) => group[list] ?? []).map((choice) => String(choice[value]))
}

/**
 * Holds texts to the choices of their tree: 400 with the field and the nearest right word for one that is none of them. What the record
 * holds already may stay, so that a choice that an upgrade took away does not keep it from being saved.
 */
export const checkTrees = async (context: Context, form: FormSchema, values: Values, held: Values = {}): Promise<void> => {
  for (const [name, field] of Object.entries(form.properties)) {
    const tree = field['x-tree']
    const texts = values[name] as readonly string[] | undefined
    if (!tree || !texts?.length) continue
    const choices = await choicesOf(context, tree)
    const allowed = new Set([...choices, ...((held[name] as string[] | undefined) ?? [])])
    const wrong = texts.find((text) => !allowed.has(text))
    if (wrong === undefined) continue
    const near = nearest(wrong, choices)
    throw new CallError(400, `${field.title}里没有 ${wrong}${near ? `，是否想写 ${near}` : ''}`, { field: name })
  }
}
