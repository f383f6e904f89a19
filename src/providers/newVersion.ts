const entryOf = (page: Document): string | null => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

/** Gives whether the server gives out another client by now than the one that runs here; false where it could not be asked, or a proxy answered in its place. */
export const isOutdated = async (): Promise<boolean> => {
  try {
    const response = await fetch('./', { cache: 'no-store' })
    if (!response.ok) return false
    const [mine, now] = [entryOf(document), entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'))]
    return mine !== null && now !== null && mine !== now
  } catch {
    return false
  }
}
