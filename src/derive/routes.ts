/** Gives what stands in an address for the `{name}`s of a route, or null where the address is another's. */
export const matchRoute = (route: string, path: string): Readonly<Record<string, string>> | null => {
  const [wanted, found] = [route.split('/'), path.split('/')]
  if (wanted.length !== found.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const here = found[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== here : here === '') return null
    if (name !== undefined) params[name] = here
  }
  return params
}

/** Gives the address of a route with these values in the places of its `{name}`s. */
export const fillRoute = (route: string, values: Readonly<Record<string, unknown>>): string =>
  route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
