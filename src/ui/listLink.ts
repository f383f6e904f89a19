/** Gives the address of a list with these of its filters set: a number leads to the rows that it counts. */
export const listLink = (path: string, filter: Readonly<Record<string, unknown>>, strip = 0): string =>
  `#${path}?${new URLSearchParams({ ...(strip > 0 ? { strip: String(strip) } : {}), filter: JSON.stringify(filter) })}`
