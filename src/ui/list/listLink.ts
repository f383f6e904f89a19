type Filters = Readonly<Record<string, unknown>>

/** Gives the address of a list (src/ui/list/listAddress.ts) with these of its filters set: a number leads to the rows that it counts. */
export const listPath = (path: string, filter: Filters, strip = 0, order = ''): string =>
  `${path}?${new URLSearchParams({
    ...(strip > 0 ? { strip: String(strip) } : {}),
    filters: JSON.stringify(filter),
    ...(order ? { sorters: order } : {}),
  })}`

/** The same address as a link has it. */
export const listLink = (...list: Parameters<typeof listPath>): string => `#${listPath(...list)}`
