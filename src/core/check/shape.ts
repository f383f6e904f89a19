import { nearest } from '../nearest.ts'

/** One mistake in a declaration. `id` is stable and never reused; `at` is the path inside the declaration. */
export interface Problem {
  id: string
  at: string
  message: string
  hint?: string
}

/** What a value of a declaration may be. The meta-schema is written in it. */
export type Shape =
  | { is: 'text'; pattern?: RegExp; like?: string; max?: number }
  | { is: 'word'; of: readonly string[] }
  | { is: 'int' }
  | { is: 'number' }
  | { is: 'true' }
  | { is: 'false' }
  | { is: 'null' }
  | { is: 'any' }
  | { is: 'list'; of: Shape; length?: number }
  | { is: 'map'; of: Shape; key?: RegExp; keyLike?: string }
  | { is: 'object'; keys: Readonly<Record<string, Shape>>; required?: readonly string[] }
  | { is: 'either'; of: readonly Shape[]; like: string }
  | { is: 'lazy'; shape: () => Shape }

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
  return (text ?? String(value)).slice(0, 60)
}

const fits = (value: unknown, shape: Shape): boolean => checkShape(value, shape, '').length === 0

const wanted = (shape: Shape): string => {
  if (shape.is === 'either') return shape.like
  if (shape.is === 'word') return shape.of.join(' | ')
  if (shape.is === 'text') return shape.like ?? '文字'
  if (shape.is === 'true' || shape.is === 'false' || shape.is === 'null') return shape.is
  const names = {
    int: '整数',
    number: '数',
    list: '列表 […]',
    map: '对象 {…}',
    object: '对象 {…}',
    any: '任意值',
    lazy: '对象 {…}',
  } as const
  return names[shape.is]
}

const mistake = (id: string, at: string, value: unknown, shape: Shape): Problem => {
  const near = shape.is === 'word' && typeof value === 'string' ? nearest(value, shape.of) : null
  return { id, at, message: `此处是 ${shown(value)}，应为 ${wanted(shape)}`, ...(near ? { hint: `是否想写 '${near}'？` } : {}) }
}

const join = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`)

/** Gives a place one step further in: `columns.lot` and 2 make `columns.lot[2]`. */
export const joined = (at: string, step: string | number): string => (typeof step === 'number' ? `${at}[${step}]` : join(at, step))

/** Gives the steps that lead to a place: `columns.lot.of[2]`. */
export const stepsOf = (at: string): (string | number)[] =>
  [...at.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, place]) => (place === undefined ? (name ?? '') : Number(place)))

const checkObject = (value: unknown, shape: Extract<Shape, { is: 'object' }>, at: string): Problem[] => {
  if (!isPlainObject(value)) return [mistake('R103', at, value, shape)]
  const allowed = Object.keys(shape.keys)
  const missing = (shape.required ?? [])
    .filter((key) => value[key] === undefined)
    .map((key): Problem => ({ id: 'R102', at: join(at, key), message: `缺少必写的键 '${key}'` }))
  const found = Object.entries(value).flatMap(([key, inner]): Problem[] => {
    const inside = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined
    if (inside) return inner === undefined ? [] : checkShape(inner, inside, join(at, key))
    const near = nearest(key, allowed)
    return [
      {
        id: 'R101',
        at: join(at, key),
        message: `没有 '${key}' 这个键，可用的键：${allowed.join(', ')}`,
        ...(near ? { hint: `是否想写 '${near}'？` } : {}),
      },
    ]
  })
  return [...missing, ...found]
}

/** Gives every place where a value is not of its shape, all at once. */
export const checkShape = (value: unknown, shape: Shape, at: string): Problem[] => {
  const wrong = (): Problem[] => [mistake('R103', at, value, shape)]
  switch (shape.is) {
    case 'any':
      return []
    case 'lazy':
      return checkShape(value, shape.shape(), at)
    case 'text':
      if (typeof value !== 'string' || value === '' || value.length > (shape.max ?? 200)) return wrong()
      return !shape.pattern || shape.pattern.test(value) ? [] : [mistake('R104', at, value, shape)]
    case 'word':
      return typeof value === 'string' && shape.of.includes(value) ? [] : [mistake('R105', at, value, shape)]
    case 'int':
      return Number.isSafeInteger(value) ? [] : wrong()
    case 'number':
      return Number.isFinite(value) ? [] : wrong()
    case 'true':
      return value === true ? [] : wrong()
    case 'false':
      return value === false ? [] : wrong()
    case 'null':
      return value === null ? [] : wrong()
    case 'list':
      if (!Array.isArray(value)) return wrong()
      if (shape.length !== undefined && value.length !== shape.length)
        return [{ id: 'R103', at, message: `此处须写 ${shape.length} 项，现有 ${value.length} 项` }]
      return value.flatMap((item, index) => checkShape(item, shape.of, `${at}[${index}]`))
    case 'map':
      if (!isPlainObject(value)) return wrong()
      return Object.entries(value).flatMap(([key, inner]) => [
        ...(shape.key && !shape.key.test(key)
          ? [{ id: 'R104', at: join(at, key), message: `名称 '${key}' 不合规则，应为 ${shape.keyLike ?? ''}` }]
          : []),
        ...checkShape(inner, shape.of, join(at, key)),
      ])
    case 'object':
      return checkObject(value, shape, at)
    case 'either':
      return shape.of.some((option) => fits(value, option)) ? [] : closest(value, shape, at)
  }
}

/** Of several shapes, the errors of the one that was most likely meant: of the same JSON type, with the fewest mistakes. */
const closest = (value: unknown, shape: Extract<Shape, { is: 'either' }>, at: string): Problem[] => {
  const objects = shape.of.filter((option) => (option.is === 'object' || option.is === 'lazy') && isPlainObject(value))
  const [best] = objects.map((option) => checkShape(value, option, at)).sort((a, b) => a.length - b.length)
  return best ?? [mistake('R103', at, value, shape)]
}
