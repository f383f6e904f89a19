/** What a list asks and shows, as it is kept under a name. */
export interface SavedContent {
  /** By the names of the list call's params. */
  filters: Record<string, string | number | number[]>
  /** As the list call takes it: `field` or `-field`. */
  order: string
  columns: { shown: string[]; order: string[] } | null
}

/** A saved filter as a list offers it. */
export interface SavedFilter {
  saved_id: number
  name: string
  content: SavedContent
  is_shared: boolean
  is_mine: boolean
  /** Whose it is. */
  by: string
}

/** The saved filter that a list opens with: a copy, so that the first rows wait for nothing. */
export interface Opening {
  saved_id: number
  name: string
  content: SavedContent
}

export const MAX_SAVED_NAME = 40
/** So many one person may keep for one list. */
export const MAX_SAVED = 50

const NAME = /^[A-Za-z_]\w{0,69}$/
const MAX_NAMES = 200
const MAX_VALUES = 100

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const hasOnly = (value: Record<string, unknown>, keys: readonly string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key)) && keys.every((key) => Object.hasOwn(value, key))

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_NAMES && value.every((name) => typeof name === 'string' && NAME.test(name))

/** True for which columns a list shows, and in which order. */
export const isColumnChoice = (value: unknown): boolean =>
  isObject(value) && hasOnly(value, ['shown', 'order']) && isNames(value.shown) && isNames(value.order)

const isFilterValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_VALUES
    : Array.isArray(value)
      ? value.length <= MAX_VALUES && value.every(Number.isSafeInteger)
      : Number.isFinite(value)

/** True for what can be kept under a name. That the fields are those of a list is asked when it is applied: they may be gone by then. */
export const isSavedContent = (value: unknown): value is SavedContent =>
  isObject(value) &&
  hasOnly(value, ['filters', 'order', 'columns']) &&
  isObject(value.filters) &&
  Object.keys(value.filters).length <= MAX_NAMES &&
  Object.entries(value.filters).every(([name, asked]) => NAME.test(name) && isFilterValue(asked)) &&
  typeof value.order === 'string' &&
  NAME.test(value.order.replace(/^-/, '')) &&
  (value.columns === null || isColumnChoice(value.columns))

const isKey = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0

export const isOpening = (value: unknown): value is Opening =>
  isObject(value) &&
  hasOnly(value, ['saved_id', 'name', 'content']) &&
  isKey(value.saved_id) &&
  typeof value.name === 'string' &&
  value.name.length <= MAX_SAVED_NAME &&
  isSavedContent(value.content)
