type Params = Readonly<Record<string, unknown>>

/** The params of an address, each a text: nobody here nests one in another (lists write theirs as JSON), which is what qs is for. */
const parse = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

const stringify = (params: Params, { addQueryPrefix = false } = {}): string => {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return addQueryPrefix && text ? `?${text}` : text
}

export default { parse, stringify }
